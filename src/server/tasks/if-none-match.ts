import { createHash } from 'node:crypto'

import { z } from 'zod'

import { taskSchema } from '#domain/task.ts'

/** The header of a call that reads what somebody may have already. */
export const ifNoneMatchHeaders = z.object({
  'if-none-match': z
    .string()
    .optional()
    .describe(
      'The `ETag` of an earlier answer: when nothing changed since, the answer is 304, without a body.',
    ),
})

/** A task that gets a new field is answered anew to everybody, though nothing of theirs has changed. */
const FIELDS = Object.keys(taskSchema.shape).join()
const HASH_LENGTH = 16

/**
 * The ETag of a user's tasks as of their last change. It has a hash of the user too, so that the next to sign in with the
 * same browser is never told that the tasks it has are theirs.
 * @param part what was asked for as `completed`, where it was: the open tasks and the completed ones have tags of their own
 */
export function listEtag(userId: string, lastChange: number, part = ''): string {
  const hash = createHash('sha256').update(`${FIELDS} ${userId} ${part}`).digest('base64url')
  return `"${hash.slice(0, HASH_LENGTH)}-${lastChange}"`
}

/** Whether a client has what an ETag stands for. A proxy that packs the answers may have made it a weak one, `W/"…"`. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag)
}

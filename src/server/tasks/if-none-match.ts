import { createHash } from 'node:crypto'

import { z } from 'zod'

import { taskSchema } from '#domain/tasks/task.ts'

import { headerText } from '../http/header-text.ts'

/** The header of a conditional read. */
export const ifNoneMatchHeaders = z.object({
  'if-none-match': headerText('If-None-Match').describe(
    'The `ETag` of an earlier response. If nothing has changed, the response is 304, without a body.',
  ),
})

/** Part of every ETag, so that cached lists are not reused after tasks get a new field. */
const FIELDS = Object.keys(taskSchema.shape).join()
const HASH_LENGTH = 16

/**
 * Returns the ETag of a user's tasks as of their last change. The ETag includes a hash of the user, so that another
 * user of the same browser never gets a 304 for these tasks. Each combination of parameters has its own ETag.
 * @param completed the value of the query parameter, if given; likewise for `fields`
 */
export function listEtag(userId: string, lastChange: number, completed = '', fields = ''): string {
  const hash = createHash('sha256').update(`${FIELDS} ${userId} ${completed} ${fields}`).digest('base64url')
  return `"${hash.slice(0, HASH_LENGTH)}-${lastChange}"`
}

/**
 * Returns whether the client has the version of an ETag. A compressing proxy can turn the ETag into a weak one, `W/"…"`.
 */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag)
}

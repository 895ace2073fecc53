import { dayIn } from '#domain/tasks/due-date.ts'

import { addAttachment } from '../attachments/commands.ts'
import { uploadFailure } from '../attachments/upload-failure.ts'
import { countFailure, isTooSlow, sendStored } from './stored-files.ts'
import { type Answer, ApiError, inTime, isNotFound, requestWithHeaders } from '../sync/api.ts'
import { errorText } from '../sync/error-text.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { deletedElsewhere } from '../tasks/words.ts'
import { gone as templateGone } from '../templates/words.ts'
import { findCommand } from './client-commands.ts'
import type { Surroundings } from './outbox-state.ts'
import { logsTime, rebase, withVersion } from './rebase.ts'
import { replaceIds } from '../sync/runner/temporary-ids.ts'
import { splitCall } from './split.ts'
import { type Rejection, type Waiting, type WaitingStore, isOld } from './waiting.ts'
import * as words from './words.ts'

/** How many times a call is rebased on a newer version of its task. */
const REBASES_MAX = 5

/** Statuses after which the same call may succeed later. */
const LATER = new Set([0, 408, 429, 502, 503, 504, 507])

/** The outcome of sending a call. 'split': other calls replaced it. 'gone': it was discarded in the meantime. */
export type End =
  | { is: 'answered'; waiting: Waiting; answer: Answer<unknown> }
  | { is: 'rejected'; waiting: Waiting; rejection: Rejection }
  | { is: 'split' | 'later' | 'signed out' | 'gone' }

export type SendParts = Pick<Surroundings, 'client' | 'store' | 'onHeld' | 'isPageOpen'> & {
  /** The ids of tasks that were created offline, by their temporary ids. */
  realIds: ReadonlyMap<number, number>
}

/** Sends a waiting call, rebased on the newest version of its task if another device changed other fields. */
export async function sendOne(
  { client, store, onHeld, isPageOpen, realIds }: SendParts,
  stored: Waiting,
): Promise<End> {
  const first = { ...stored, input: replaceIds(stored.input, realIds) }
  onHeld([first])
  // An open page of a newer version can send its own call.
  if (!findCommand(stored.name) && (await isPageOpen(stored.page))) return { is: 'later' }
  const fault = faultOf(first)
  if (fault) return { is: 'rejected', waiting: first, rejection: { reason: fault, body: null } }
  let waiting = withVersion(client, first)
  for (let rebases = 0; ; rebases++) {
    const { seq, key, partOf, input, seen, triedAt } = waiting
    // Stored before the request, because the server may run it from now on.
    if (!(await store.change(seq, { key, partOf, input, seen, triedAt: triedAt ?? Date.now() })))
      return { is: 'gone' }
    try {
      return { is: 'answered', waiting, answer: await request(store, waiting) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (LATER.has(error.status)) return { is: 'later' }
      // The server did nothing.
      if (error.status === 401) return { is: (await store.change(seq, { triedAt })) ? 'signed out' : 'gone' }
      if (error.code === 'not_found' && DELETIONS.has(waiting.name)) return goneAlready(waiting)
      const parts = splitCall(waiting, error)
      if (parts) return { is: (await store.replace(seq, parts)) ? 'split' : 'gone' }
      const merged = rebases < REBASES_MAX ? await rebase(waiting, error) : null
      if (!merged) {
        return { is: 'rejected', waiting, rejection: { reason: reasonOf(waiting, error), body: error.body } }
      }
      if (merged === 'done') return goneAlready(waiting)
      // The server rejected the earlier call, so this one has not been tried.
      waiting = { ...merged, triedAt: null }
    }
  }
}

/** Deletions, which also succeed if another device has already deleted the item. */
const DELETIONS: ReadonlySet<string> = new Set([
  'attachment.remove',
  'task.delete',
  'template.delete',
  'category.delete',
  'trash.deleteForever',
])

/** Returns an empty list as the response: deletions ignore it, and reordering expects a list of tasks. */
function goneAlready(waiting: Waiting): End {
  return { is: 'answered', waiting, answer: { body: [], headers: new Headers() } }
}

function reasonOf({ name }: Waiting, error: ApiError): string {
  if (name === addAttachment.name) return uploadFailure(error).reason
  if (name === changeTask.name && error.code === 'changed') return words.changed
  const gone = name.startsWith('template.') ? templateGone : name === changeTask.name && deletedElsewhere
  return (isNotFound(error) && gone) || errorText(error)
}

function faultOf(waiting: Waiting): string | null {
  if (!findCommand(waiting.name)) return words.unknownChange
  return isOld(waiting) && !logsTime(waiting) ? words.maybeSaved : null
}

async function request(store: WaitingStore, waiting: Waiting): Promise<Answer<unknown>> {
  const { userId, name, input, key, seen, present } = waiting
  if (name === addAttachment.name) return sendStored(store, waiting)
  const command = findCommand(name)
  if (!command) throw new Error(`The command ${name} can’t be queued.`)
  const { method, path, body } = command.request(input as never)
  const match = seen !== null && { 'If-Match': `"${seen}"` }
  const day = { 'x-time-zone': present.zone, 'x-today': String(dayIn(present.now, present.zone)) }
  const headers = { 'x-user': userId, 'Idempotency-Key': key, ...day, ...match }
  try {
    return await inTime(requestWithHeaders(method, path, body, headers), body)
  } catch (error) {
    if (isTooSlow(error)) countFailure(key, words.tooSlow)
    throw error
  }
}

import { type WaitingFile, addAttachment } from '../attachments/commands.ts'
import { removeName } from '../attachments/queries.ts'
import { sendFile } from '../attachments/send-file.ts'
import { type ShownUpload, keptUploads } from '../attachments/shown-uploads.ts'
import { NoRoomError, UnreadableFileError } from '../attachments/upload-failure.ts'
import { type Upload, uploads } from '../attachments/uploads.ts'
import { canWaitToo } from '../attachments/waiting-limit.ts'
import * as words from '../attachments/words.ts'
import { queryClient } from '../sync/query-client.ts'
import { type Answer, ApiError } from '../sync/api.ts'
import { connection } from '../sync/connection.ts'
import { isLost } from '../sync/retry-once.ts'
import type { FullOutbox } from './outbox-state.ts'
import type { Waiting, WaitingStore } from './waiting.ts'

type Around = { store: WaitingStore; box: FullOutbox; userId: string; page: string }

/**
 * Lets files wait in the outbox while the server can't be reached. Failed uploads are retried when the server can be
 * reached again.
 * @returns a function that stops it
 */
export function keepUploads(around: Around): () => void {
  const { box } = around
  uploads.keepWith(async (upload, signal) => {
    const mustWait = connection.get() !== null || box.mustWait() || upload.taskId < 0
    return mustWait && keep(around, upload, signal)
  })
  let wasWaiting = false
  const show = () => {
    const isWaiting = box.state.get().entries.some(({ state }) => state === 'waiting')
    keptUploads.set(shownFiles(box))
    // A file that doesn't fit in the browser's storage stays in the page until the queue is empty.
    if (wasWaiting && !isWaiting) uploads.retryFailed()
    wasWaiting = isWaiting
  }
  const stops = [connection.subscribe(uploads.retryFailed), box.state.subscribe(show)]
  show()
  uploads.retryFailed()
  return () => {
    for (const stop of stops) stop()
    uploads.keepWith(null)
    keptUploads.set([])
  }
}

function shownFiles(box: FullOutbox): ShownUpload[] {
  return filesOf(box.state.get().entries).map(({ seq, key, input, rejection }) => ({
    ...input,
    key,
    state: rejection ? { is: 'failed', reason: rejection.reason, canRetry: true } : { is: 'kept' },
    cancel: () => void box.discard(seq),
    retry: () => void box.resend(seq),
  }))
}

/** @throws NoRoomError, UnreadableFileError */
async function keep(
  { store, box, userId, page }: Around,
  upload: Upload,
  signal: AbortSignal,
): Promise<boolean> {
  const { taskId, name, file, key, isNamed, triedAt } = upload
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {}
  if (file.size > quota - usage) throw new NoRoomError(words.browserFull)
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UnreadableFileError()
  })
  const input: WaitingFile = box.withKnownIds({ taskId, name, size: file.size, isNamed })
  const present = { now: new Date().toISOString(), zone: Temporal.Now.timeZoneId() }
  const call = { userId, name: addAttachment.name, input, key, seen: null, present, page, triedAt }
  try {
    const isKept = await store.addFile({ ...call, state: 'waiting', rejection: null }, bytes, (all) =>
      canWaitToo(
        filesOf(all).map((one) => one.input.size),
        file.size,
      ),
    )
    if (!isKept) throw new NoRoomError(words.tooMuchWaiting)
  } catch (error) {
    if (error instanceof NoRoomError) throw error
    if (error instanceof DOMException && error.name === 'QuotaExceededError')
      throw new NoRoomError(words.browserFull)
    // The browser can't store the file, so it is uploaded as if there were no outbox.
    return false
  }
  await box.changed()
  if (signal.aborted) {
    const canceled = box.state.get().entries.find((one) => one.key === key)
    if (canceled) await store.remove(canceled.seq)
    await box.changed()
  }
  // During an outage, the outbox sends the file as soon as the server is back.
  if (connection.get() === null) void box.retry()
  return true
}

function filesOf(all: readonly Waiting[]): (Waiting & { input: WaitingFile })[] {
  return all.filter((one): one is Waiting & { input: WaitingFile } => one.name === addAttachment.name)
}

/** The number of failures, while other requests succeed, after which a call is rejected so that later changes can be sent. */
const FAILURES_MAX = 4
/** The number of failures of each call, by key. */
const failures = new Map<string, number>()

/** Counts a failure that a weak connection can cause. At the limit, throws an `ApiError` that rejects the call. */
export function countFailure(key: string, message: (times: number) => string): void {
  const count = (failures.get(key) ?? 0) + 1
  failures.set(key, count % FAILURES_MAX)
  if (count === FAILURES_MAX) throw new ApiError(400, '', { code: 'too_slow', message: message(count) })
}

/** Returns whether the server cut off a request that arrived too slowly. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof ApiError && error.status === 408
}

/** Sends the file of a waiting call. Stops if the user discards it first. Throws an `ApiError`. */
export async function sendStored(
  store: WaitingStore,
  { seq, userId, key, input }: Waiting,
): Promise<Answer<unknown>> {
  const { taskId, name } = input as WaitingFile
  const bytes = await store.readFile(seq)
  if (!bytes) throw new ApiError(404, 'The file is missing.', null)
  const stop = new AbortController()
  const onProgress = async () => {
    if (!(await store.list()).some((one) => one.seq === seq)) stop.abort()
  }
  const toSend = { taskId, name, file: new File([bytes], name), key, userId }
  try {
    const body = await sendFile(toSend, () => void onProgress().catch(() => undefined), stop.signal)
    uploads.tell({ taskId, text: words.attached(name, body.name) })
    return { body, headers: new Headers() }
  } catch (error) {
    // A connection that breaks counts, because the server has just responded to another request.
    if ((isLost(error) || isTooSlow(error)) && !stop.signal.aborted) countFailure(key, words.lostTooOften)
    throw error
  }
}

/** Removes the name of a discarded file from a task that lists it. */
export function forgetName(discarded: Waiting): void {
  for (const { input } of filesOf([discarded]))
    if (input.isNamed) void removeName(queryClient, input.taskId, input.name)
}

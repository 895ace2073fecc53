import type { Attachment } from '#domain/attachments/attachment.ts'

import { createStore, useStore } from '../state/store.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { isLost } from '../sync/retry-once.ts'
import { onTaskEnd } from '../tasks/data/task-ends.ts'
import { isUploading } from './is-uploading.ts'
import { type SendFile, sendFile } from './send-file.ts'
import { type UploadFailure, uploadFailure } from './upload-failure.ts'
import * as words from './words.ts'

export type NamedFile = { name: string; file: File }

export type UploadState =
  | { is: 'waiting' }
  | { is: 'sending'; sent: number }
  | ({ is: 'failed' } & UploadFailure)

/** A running, waiting or failed upload to a task. `sent` is in bytes. */
export type Upload = NamedFile & {
  id: number
  taskId: number
  key: string
  state: UploadState
  /** Whether the task already lists the name. */
  isNamed: boolean
  /** When the file was first sent, in ms since 1970; null if never. */
  triedAt: number | null
  events: UploadEvents
}

/**
 * Stores a file that can't be sent now, unless the upload is canceled first. Returns false if the file can be sent.
 * Throws if it can't be stored.
 */
export type KeepFile = (upload: Upload, signal: AbortSignal) => Promise<boolean>

/** The outcome of an upload, for screen readers. */
export type UploadNews = { taskId: number; text: string }

/** The current uploads in the order they were added, and the latest outcome. */
export type UploadsNow = { uploads: readonly Upload[]; news: UploadNews | null }

/** Called when an upload leaves the list because its file is stored or the user canceled it. */
export type UploadEvents = {
  stored: (taskId: number, attachment: Attachment) => void
  canceled: (taskId: number, name: string) => void
}

/**
 * Creates a queue that sends one file at a time. The queue lives outside React, so that uploads continue after their
 * dialog closes. A failed upload stays until the user retries or removes it.
 */
export function createUploads(send: SendFile) {
  const list = createList()
  let lastId = 0
  let running: { id: number; abort: AbortController } | null = null
  let keep: KeepFile | null = null
  let ofDeleted: readonly Upload[] = []

  const stop = (id: number) => {
    if (running?.id === id) running.abort.abort()
    list.drop(id)
  }
  const run = createRun({ list, send, keeper: () => keep, stop })
  const runNext = async (): Promise<void> => {
    const next = list.get().uploads.find((upload) => upload.state.is === 'waiting')
    if (running || !next) return
    const abort = new AbortController()
    running = { id: next.id, abort }
    const canceled = new Promise((resolve) => abort.signal.addEventListener('abort', resolve))
    // Storing a file can hang with the browser's database, and a canceled upload must not block the others.
    await Promise.race([run(next, abort.signal), canceled])
    running = null
    return runNext()
  }
  const retry = (which: (upload: Upload) => boolean) => {
    for (const { id } of list.get().uploads.filter(which)) list.change(id, { state: { is: 'waiting' } })
    void runNext()
  }

  return {
    get: list.get,
    subscribe: list.subscribe,
    tell: list.tell,
    add: (taskId: number, files: readonly NamedFile[], events: UploadEvents, isNamed = false) => {
      for (const { name, file } of files) {
        const sending = { key: newIdempotencyKey(), state: { is: 'waiting' }, triedAt: null } as const
        list.add({ id: ++lastId, taskId, name, file, ...sending, isNamed, events })
      }
      void runNext()
    },
    /** Retries with the same key, so that a file whose response was lost isn't added twice. */
    retry: (id: number) => retry((upload) => upload.id === id),
    /** Retries every failed upload that can succeed now. */
    retryFailed: () => retry(({ state }) => state.is === 'failed' && state.canRetry && !state.isRejected),
    cancel: ({ id, taskId, name, events }: Upload) => {
      stop(id)
      events.canceled(taskId, name)
    },
    /** Stops the uploads to a deleted task until it exists again. */
    holdTask: (taskId: number) => {
      const ofTask = list.get().uploads.filter((upload) => upload.taskId === taskId)
      ofDeleted = [...ofDeleted, ...ofTask]
      for (const { id } of ofTask) stop(id)
    },
    /** Resumes these uploads, and those that failed because another page had deleted the task. */
    resumeTask: (taskId: number) => {
      const ofTask = ofDeleted.filter((upload) => upload.taskId === taskId)
      ofDeleted = ofDeleted.filter((upload) => !ofTask.includes(upload))
      for (const upload of ofTask) list.add(upload)
      retry((upload) => ofTask.includes(upload) || (upload.taskId === taskId && lacksTask(upload)))
    },
    /** Gives the uploads of a task that was created offline the task's id from the server. */
    moveTask: (from: number, to: number) => {
      for (const { id, taskId } of list.get().uploads) if (taskId === from) list.change(id, { taskId: to })
    },
    /** Sets the function that stores files that can't be sent; null for none. */
    keepWith: (keeper: KeepFile | null) => {
      keep = keeper
    },
  }
}

const lacksTask = ({ state }: Upload) => state.is === 'failed' && state.reason === words.taskGone

type RunParts = {
  list: ReturnType<typeof createList>
  send: SendFile
  keeper: () => KeepFile | null
  stop: (id: number) => void
}

/** Returns a function that sends an upload, or hands it to the outbox, and reports the outcome. */
function createRun({ list, send, keeper, stop }: RunParts) {
  /** Returns the stored file; null if the outbox took the upload. */
  const sendOrKeep = async (upload: Upload, signal: AbortSignal) => {
    const keep = keeper()
    if (keep && (await keep(upload, signal))) return null
    signal.throwIfAborted()
    const { id, taskId, name, file, key } = upload
    const triedAt = upload.triedAt ?? Date.now()
    const progress = (sent: number) => list.change(id, { triedAt, state: { is: 'sending', sent } })
    progress(0)
    try {
      return await send({ taskId, name, file, key }, progress, signal)
    } catch (error) {
      const isKept = !signal.aborted && isLost(error) && (await keeper()?.({ ...upload, triedAt }, signal))
      if (!isKept) throw error
      return null
    }
  }
  return async (upload: Upload, signal: AbortSignal) => {
    const { id, taskId, name } = upload
    try {
      const attachment = await sendOrKeep(upload, signal)
      if (signal.aborted) return
      if (attachment) upload.events.stored(taskId, attachment)
      stop(id)
      list.tell({ taskId, text: attachment ? words.attached(name, attachment.name) : words.willUpload(name) })
    } catch (error) {
      if (signal.aborted) return
      const failure = uploadFailure(error)
      list.change(id, { state: { is: 'failed', ...failure } })
      list.tell({ taskId, text: words.notAttached(name, failure.reason) })
    }
  }
}

function createList() {
  const { get, set, subscribe } = createStore<UploadsNow>({ uploads: [], news: null })
  const show = (uploads: readonly Upload[]) => set({ ...get(), uploads })
  return {
    get,
    subscribe,
    add: (upload: Upload) => show([...get().uploads, upload]),
    change: (id: number, change: Partial<Upload>) =>
      show(get().uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload))),
    drop: (id: number) => show(get().uploads.filter((upload) => upload.id !== id)),
    tell: (news: UploadNews) => set({ ...get(), news }),
  }
}

export const uploads = createUploads(sendFile)

onTaskEnd('delete', uploads.holdTask)
onTaskEnd('there', uploads.resumeTask)
uploads.subscribe(() => isUploading.set(uploads.get().uploads.length > 0))

export function useUploads(): UploadsNow {
  return useStore(uploads)
}

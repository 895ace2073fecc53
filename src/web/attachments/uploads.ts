import { useSyncExternalStore } from 'react'

import type { Attachment } from '#domain/attachment.ts'

import { newIdempotencyKey } from '../tasks/idempotency-key.ts'
import { type SendFile, sendFile } from './send-file.ts'
import { type UploadFailure, uploadFailure } from './upload-failure.ts'

/** A file to send, under the name it is wanted to have. */
export type NamedFile = { name: string; file: File }

export type UploadState =
  | { is: 'waiting' }
  | { is: 'sending'; sent: number }
  | ({ is: 'failed' } & UploadFailure)

/** A file on its way to a task, or one that did not arrive. `sent` is in bytes. */
export type Upload = NamedFile & { id: number; taskId: number; key: string; state: UploadState }

/** What became of an upload, to be spoken. */
export type UploadNews = { taskId: number; text: string }

/** What is on its way now, in the order it was added, and the last news of it. */
export type UploadsNow = { uploads: readonly Upload[]; news: UploadNews | null }

/** What is done when an upload leaves the list: because its file is stored, or because a person took it away. */
export type UploadEvents = {
  stored: (attachment: Attachment) => void
  cancelled: (name: string) => void
}

/**
 * The files on their way, one at a time. Kept outside React, so that they go on when the dialog they were chosen in has
 * closed. What failed stays until somebody tries it again or takes it away.
 */
export function createUploads(send: SendFile) {
  const list = createList()
  let lastId = 0
  let running: { id: number; abort: AbortController } | null = null
  const eventsById = new Map<number, UploadEvents>()

  const forget = (ids: readonly number[]) => {
    if (running && ids.includes(running.id)) running.abort.abort()
    for (const id of ids) eventsById.delete(id)
    list.drop(ids)
  }
  const run = async ({ id, taskId, name, ...file }: Upload, signal: AbortSignal) => {
    const progress = (sent: number) => list.setState(id, { is: 'sending', sent })
    progress(0)
    try {
      const attachment = await send({ taskId, name, ...file }, progress, signal)
      if (signal.aborted) return
      eventsById.get(id)?.stored(attachment)
      forget([id])
      const as = attachment.name === name ? '' : ` as ${attachment.name}`
      list.tell({ taskId, text: `${name} is attached${as}.` })
    } catch (error) {
      if (signal.aborted) return
      const failure = uploadFailure(error)
      list.setState(id, { is: 'failed', ...failure })
      list.tell({ taskId, text: `${name} was not attached. ${failure.reason}` })
    }
  }
  const runNext = async (): Promise<void> => {
    const next = list.get().uploads.find((upload) => upload.state.is === 'waiting')
    if (running || !next) return
    running = { id: next.id, abort: new AbortController() }
    await run(next, running.abort.signal)
    running = null
    return runNext()
  }

  return {
    get: list.get,
    subscribe: list.subscribe,
    add: (taskId: number, files: readonly NamedFile[], events: UploadEvents) => {
      for (const { name, file } of files) {
        const id = ++lastId
        eventsById.set(id, events)
        list.add({ id, taskId, name, file, key: newIdempotencyKey(), state: { is: 'waiting' } })
      }
      void runNext()
    },
    /** Tries again what failed, under the same key: what arrived although its answer was lost is not added twice. */
    retry: (id: number) => {
      list.setState(id, { is: 'waiting' })
      void runNext()
    },
    cancel: ({ id, name }: Upload) => {
      const events = eventsById.get(id)
      forget([id])
      events?.cancelled(name)
    },
    /** Forgets what was on its way to a task that is deleted. */
    forgetTask: (taskId: number) => {
      const ofTask = list.get().uploads.filter((upload) => upload.taskId === taskId)
      forget(ofTask.map((upload) => upload.id))
    },
  }
}

/** What is shown of the uploads, and to whom. */
function createList() {
  let now: UploadsNow = { uploads: [], news: null }
  const listeners = new Set<() => void>()
  const show = (next: Partial<UploadsNow>) => {
    now = { ...now, ...next }
    for (const listener of listeners) listener()
  }
  return {
    get: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (upload: Upload) => show({ uploads: [...now.uploads, upload] }),
    setState: (id: number, state: UploadState) =>
      show({ uploads: now.uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload)) }),
    drop: (ids: readonly number[]) =>
      show({ uploads: now.uploads.filter((upload) => !ids.includes(upload.id)) }),
    tell: (news: UploadNews) => show({ news }),
  }
}

export const uploads = createUploads(sendFile)

export function useUploads(): UploadsNow {
  return useSyncExternalStore(uploads.subscribe, uploads.get)
}

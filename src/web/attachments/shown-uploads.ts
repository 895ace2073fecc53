import { createStore } from '../state/store.ts'
import { type Upload, type UploadState, uploads } from './uploads.ts'

/** An upload as shown in its row. In the state 'kept', the upload is waiting in the outbox. */
export type ShownUpload = {
  /** The Idempotency-Key. */
  key: string
  taskId: number
  name: string
  /** Bytes. */
  size: number
  state: UploadState | { is: 'kept' }
  /** Whether the task already lists its name. */
  isNamed: boolean
  cancel: () => void
  retry: () => void
}

/** The uploads waiting in the outbox, which updates this store. */
export const keptUploads = createStore<readonly ShownUpload[]>([])

/** Returns an upload of this page as shown in its row. */
export function shownUpload(upload: Upload): ShownUpload {
  return {
    ...upload,
    size: upload.file.size,
    cancel: () => uploads.cancel(upload),
    retry: () => uploads.retry(upload.id),
  }
}

/** Returns the uploads to a task: those of this page and those waiting in the outbox. */
export function uploadsTo(id: number, all = uploads.get().uploads, kept = keptUploads.get()): ShownUpload[] {
  const ofTask = ({ taskId }: { taskId: number }) => taskId === id
  // For a moment, an upload is both on the page and in the outbox.
  const isKept = ({ key }: Upload) => kept.some((one) => one.key === key)
  return [...all.filter((one) => ofTask(one) && !isKept(one)).map(shownUpload), ...kept.filter(ofTask)]
}

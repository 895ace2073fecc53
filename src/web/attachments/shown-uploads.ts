import { createStore, useStore } from '../state/store.ts'
import { type Upload, type UploadState, uploads, useUploads } from './uploads.ts'

/** An upload as its row shows it. In the state 'kept', it waits in the outbox. */
export type ShownUpload = {
  /** The Idempotency-Key. */
  key: string
  taskId: number
  name: string
  /** Bytes. */
  size: number
  state: UploadState | { is: 'kept' }
  /** Whether the task lists its name already. */
  isNamed: boolean
  cancel: () => void
  retry: () => void
}

/** The uploads that wait in the outbox. The outbox sets them. */
export const keptUploads = createStore<readonly ShownUpload[]>([])

/** Returns an upload of this page as its row shows it. */
export function shownUpload(upload: Upload): ShownUpload {
  return {
    ...upload,
    size: upload.file.size,
    cancel: () => uploads.cancel(upload),
    retry: () => uploads.retry(upload.id),
  }
}

/** Returns the uploads to a task: those of this page, and those that wait in the outbox. */
export function useUploadsTo(taskId: number): ShownUpload[] {
  const ofTask = (upload: { taskId: number }) => upload.taskId === taskId
  const ofPage = useUploads().uploads.filter(ofTask).map(shownUpload)
  const kept = useStore(keptUploads).filter(ofTask)
  // For a moment, an upload is still in the page and already in the outbox.
  const isKept = ({ key }: ShownUpload) => kept.some((one) => one.key === key)
  return [...ofPage.filter((upload) => !isKept(upload)), ...kept]
}

import type { Attachment } from '#domain/attachment.ts'

import { ApiError, toApiError } from '../api.ts'
import { attachmentPath } from './attachment-path.ts'
import { UnreadableFileError } from './upload-failure.ts'

/** How long an upload may stand still, in ms, before the connection counts as lost. */
const STALL_MS = 60_000

/** A file, the task it goes to, the name it is wanted to have, and the key that adds it once. */
export type FileToSend = { taskId: number; name: string; file: File; key: string }

export type SendFile = (
  file: FileToSend,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
) => Promise<Attachment>

/**
 * Uploads a file; answers it with the name it got. By XMLHttpRequest, because `fetch` does not tell how much was sent.
 * @throws ApiError, with status 0 when the connection broke or the upload was aborted; UnreadableFileError
 */
export const sendFile: SendFile = async (toSend, onProgress, signal) => {
  try {
    return await put(toSend, onProgress, signal)
  } catch (error) {
    const isBroken = error instanceof ApiError && error.status === 0 && !signal.aborted
    // A browser reports a file that it cannot read as a broken connection.
    if (isBroken && !(await isReadable(toSend.file))) throw new UnreadableFileError()
    throw error
  }
}

function put(
  { taskId, name, file, key }: FileToSend,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const stop = () => xhr.abort()
    let stall = setTimeout(stop, STALL_MS)
    xhr.upload.addEventListener('progress', ({ loaded }) => {
      clearTimeout(stall)
      stall = setTimeout(stop, STALL_MS)
      onProgress(loaded)
    })
    xhr.addEventListener('loadend', () => {
      clearTimeout(stall)
      signal.removeEventListener('abort', stop)
      if (xhr.status === 201) resolve(JSON.parse(xhr.responseText) as Attachment)
      else reject(toApiError(xhr.status, xhr.responseText, xhr.statusText))
    })
    signal.addEventListener('abort', stop)
    xhr.open('PUT', attachmentPath(taskId, name))
    xhr.setRequestHeader('accept', 'application/json')
    xhr.setRequestHeader('content-type', 'application/octet-stream')
    xhr.setRequestHeader('idempotency-key', key)
    xhr.send(file)
  })
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

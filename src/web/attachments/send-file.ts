import type { Attachment } from '#domain/attachments/attachment.ts'

import { ApiError, toApiError } from '../sync/api.ts'
import { pageUser } from '../sync/page-user.ts'
import { attachmentPath } from './attachment-path.ts'
import { UnreadableFileError } from './upload-failure.ts'
import * as words from './words.ts'

/** The server's time limit for an upload, in ms. */
const UPLOAD_MS_MAX = 600_000

/** The time without progress after which the connection counts as lost, in ms. */
const STALL_MS = 60_000

export type FileToSend = { taskId: number; name: string; file: File; key: string; userId?: string }

export type SendFile = (
  file: FileToSend,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
) => Promise<Attachment>

/**
 * Uploads a file and returns it with its stored name. Uses XMLHttpRequest because `fetch` has no upload progress.
 * @throws ApiError, with status 0 if the connection broke or the upload was aborted, and with status 400 if it exceeded the
 *   server's time limit, because a retry would exceed it too; UnreadableFileError
 */
export const sendFile: SendFile = async (toSend, onProgress, signal) => {
  let sentMs = 0
  let lastAt = Date.now()
  const noteProgress = (sentBytes: number) => {
    // A longer pause without progress means that the computer slept.
    sentMs += Math.min(Date.now() - lastAt, STALL_MS)
    lastAt = Date.now()
    onProgress(sentBytes)
  }
  try {
    return await put(toSend, noteProgress, signal)
  } catch (error) {
    const status = error instanceof ApiError && error.status
    if (signal.aborted) throw error
    // Browsers report an unreadable file as a broken connection.
    if (status === 0 && !(await isReadable(toSend.file))) throw new UnreadableFileError()
    // The connection can break before the server's 408 arrives.
    if ((status === 0 || status === 408) && sentMs + STALL_MS >= UPLOAD_MS_MAX)
      throw new ApiError(400, '', { code: 'too_slow', message: words.uploadTooSlow })
    throw error
  }
}

function put(
  { taskId, name, file, key, userId = pageUser.get() }: FileToSend,
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
    xhr.setRequestHeader('x-user', userId)
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

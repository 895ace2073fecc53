import { ApiError } from '../api.ts'

/** The file on the person's machine cannot be read: moved, changed or deleted since it was chosen. */
export class UnreadableFileError extends Error {}

/** Why an upload failed, in words, and whether trying again can help. */
export type UploadFailure = { reason: string; canRetry: boolean }

export function uploadFailure(error: unknown): UploadFailure {
  if (error instanceof UnreadableFileError) {
    return { reason: 'The file was moved or changed. Choose it again.', canRetry: false }
  }
  if (!(error instanceof ApiError)) return { reason: 'The upload failed.', canRetry: true }
  const known = REASONS[error.status]
  if (known) return known
  return { reason: error.serverMessage ?? OWN_WORDS[error.status] ?? OTHER(error.status), canRetry: true }
}

/** Where the server's words would not help, or there are none. */
const REASONS: Record<number, UploadFailure | undefined> = {
  0: { reason: 'The connection was lost.', canRetry: true },
  401: {
    reason: 'You are signed out. Sign in again in another tab, then press Retry.',
    canRetry: true,
  },
  404: { reason: 'The task is no longer there.', canRetry: false },
}

/** For answers of something between here and the server, such as a proxy. */
const OWN_WORDS: Record<number, string | undefined> = {
  413: 'The file is too large for the server.',
  502: 'The server cannot be reached.',
  503: 'The server is not available just now.',
  504: 'The server took too long to answer.',
  507: 'The disk of the server is full.',
}

const OTHER = (status: number) => `The upload failed (${status}).`

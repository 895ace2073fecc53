import { ApiError } from '../sync/api.ts'
import { errorText } from '../sync/error-text.ts'
import * as words from './words.ts'

/** The chosen file can no longer be read: it was moved, changed or deleted. */
export class UnreadableFileError extends Error {}

/** Thrown when this browser can't store a file until it can be sent. */
export class NoRoomError extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** Why an upload failed, and whether the user can retry it. A rejected file isn't retried automatically. */
export type UploadFailure = { reason: string; canRetry: boolean; isRejected?: boolean }

export function uploadFailure(error: unknown): UploadFailure {
  if (error instanceof UnreadableFileError) return { reason: words.fileChanged, canRetry: false }
  if (error instanceof NoRoomError) return { reason: error.reason, canRetry: true }
  if (!(error instanceof ApiError)) return { reason: words.uploadFailed, canRetry: true }
  const { status } = error
  const isRejected = status < 500 && !PASSING.has(status)
  return REASONS[status] ?? { reason: errorText(error), canRetry: true, isRejected }
}

/** Client errors that go away on their own. After any other error, the user has to change something first. */
const PASSING = new Set([408, 429])

const REASONS: Record<number, UploadFailure | undefined> = {
  0: { reason: words.connectionLost, canRetry: true },
  401: { reason: words.signedOut, canRetry: true },
  404: { reason: words.taskGone, canRetry: false },
}

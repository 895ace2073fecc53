import { describe, expect, it } from 'vitest'

import { toApiError } from '../sync/api.ts'
import { UnreadableFileError, uploadFailure } from './upload-failure.ts'

const answered = (status: number, code: string, message: string) =>
  uploadFailure(toApiError(status, JSON.stringify({ message, code }), ''))

describe('uploadFailure', () => {
  it.each([
    [400, 'invalid', 'A task can have at most 100 attachments.', false],
    [408, 'too_slow', 'The upload took too long. Try again.', true],
    [413, 'too_large', 'The file is too large. The limit is 25 MB.', false],
    [429, 'busy', 'The server is busy. Try again in a moment.', true],
    [503, 'disk_full', 'The server’s disk is full. Try again after space has been freed.', true],
  ])('shows the server’s message for %i', (status, code, message, isPassing) => {
    expect(answered(status, code, message)).toEqual({
      reason: message,
      canRetry: true,
      isRejected: !isPassing,
    })
  })

  it('says to sign in again after the session has ended', () => {
    expect(answered(401, 'not_signed_in', 'You’re not signed in. Sign in and try again.')).toEqual({
      reason: 'You’re signed out. Sign in again in another tab, then press Retry.',
      canRetry: true,
    })
  })

  it('offers no retry if the task was deleted', () => {
    expect(answered(404, 'not_found', 'Not found.')).toEqual({
      reason: 'The task no longer exists.',
      canRetry: false,
    })
  })

  it.each([
    [0, 'The connection was lost.'],
    [413, 'That’s too large for the server. Try a smaller file or less text.'],
    [502, 'The server is unavailable right now. Try again in a moment.'],
    [507, 'The server’s disk is full. Free some space, then try again.'],
    [418, 'The server rejected the request (418). Reload the page, then try again.'],
  ])('shows its own message for a %i response that is not from Tenfold', (status, reason) => {
    const isRejected = status !== 0 && status < 500
    const failure = uploadFailure(toApiError(status, '<html>nginx</html>', ''))
    expect({ isRejected: false, ...failure }).toEqual({ reason, canRetry: true, isRejected })
  })

  it('offers no retry if the file can’t be read', () => {
    expect(uploadFailure(new UnreadableFileError())).toMatchObject({ canRetry: false })
  })

  it('offers a retry after an unexpected error', () => {
    expect(uploadFailure(new TypeError('x'))).toEqual({ reason: 'The upload failed.', canRetry: true })
  })
})

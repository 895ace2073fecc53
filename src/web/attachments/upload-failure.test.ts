import { describe, expect, it } from 'vitest'

import { toApiError } from '../api.ts'
import { UnreadableFileError, uploadFailure } from './upload-failure.ts'

const answered = (status: number, code: string, message: string) =>
  uploadFailure(toApiError(status, JSON.stringify({ message, code }), ''))

describe('an upload that failed', () => {
  it.each([
    [400, 'invalid', 'At most 100 attachments.'],
    [408, 'too_slow', 'The upload took too long to arrive.'],
    [413, 'too_large', 'The file is too large: at most 25 MB.'],
    [503, 'unavailable', 'The disk of the server is full. Nothing was changed.'],
  ])('with %i is told in the words of the server', (status, code, message) => {
    expect(answered(status, code, message)).toEqual({ reason: message, canRetry: true })
  })

  it('because the session ended says how to go on', () => {
    expect(answered(401, 'not_signed_in', 'Sign in first.')).toEqual({
      reason: 'You are signed out. Sign in again in another tab, then press Retry.',
      canRetry: true,
    })
  })

  it('because the task is gone cannot be tried again', () => {
    expect(answered(404, 'not_found', 'There is nothing here, or it is not yours.')).toEqual({
      reason: 'The task is no longer there.',
      canRetry: false,
    })
  })

  it.each([
    [0, 'The connection was lost.'],
    [413, 'The file is too large for the server.'],
    [502, 'The server cannot be reached.'],
    [507, 'The disk of the server is full.'],
    [418, 'The upload failed (418).'],
  ])('with %i and a page of something in between is told in words of our own', (status, reason) => {
    expect(uploadFailure(toApiError(status, '<html>nginx</html>', ''))).toEqual({ reason, canRetry: true })
  })

  it('because the file is gone from the machine cannot be tried again', () => {
    expect(uploadFailure(new UnreadableFileError())).toMatchObject({ canRetry: false })
  })

  it('for a reason nobody foresaw can be tried again', () => {
    expect(uploadFailure(new TypeError('x'))).toEqual({ reason: 'The upload failed.', canRetry: true })
  })
})

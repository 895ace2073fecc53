import { describe, expect, it } from 'vitest'

import { ERROR_STATUS, type ErrorCode, TenfoldError } from '#domain/error.ts'

import { toApiError } from './api.ts'
import { errorText, formErrorText, rejectionText, serverText } from './error-text.ts'

const answered = (status: number, code: string, message: string) =>
  toApiError(status, JSON.stringify({ message, code }), '')

const UNAVAILABLE = 'The server is unavailable right now. Try again in a moment.'
const OUTDATED = 'The server was updated. Reload the page, then try again.'
const BROKEN = 'Something went wrong on the server. Try again in a moment.'

describe('errorText', () => {
  it.each([
    [409, 'level_full', 'Level 2 is full (3 of 3).'],
    [403, 'wrong_password', 'This is not your current password. Try again.'],
    [429, 'too_many', 'Too many attempts. Try again in 2 minutes.'],
    [503, 'disk_full', 'The server’s disk is full. Try again after space has been freed.'],
  ])("returns the server's message for %i %s", (status, code, message) => {
    expect(errorText(answered(status, code, message))).toBe(message)
  })

  it('explains how to sign in again after the session has ended', () => {
    const error = answered(401, 'not_signed_in', 'You’re not signed in. Sign in and try again.')
    expect(errorText(error)).toBe('You’re signed out. Reload the page to sign in again.')
  })

  it('explains what to do after an unexpected server error', () => {
    expect(errorText(answered(500, 'internal', 'Something failed.'))).toBe(BROKEN)
  })

  it.each([
    [0, 'Can’t reach the server. Check your connection, then try again.'],
    [413, 'That’s too large for the server. Try a smaller file or less text.'],
    [500, BROKEN],
    [502, UNAVAILABLE],
    [503, UNAVAILABLE],
    [507, 'The server’s disk is full. Free some space, then try again.'],
    [418, 'The server rejected the request (418). Reload the page, then try again.'],
  ])('returns its own text for a %i response that is not from Tenfold', (status, text) => {
    for (const body of ['<html>nginx</html>', '{"message":"no code"}', '']) {
      expect(errorText(toApiError(status, body, 'Status Text'))).toBe(text)
    }
  })

  it('returns the message of a rule checked in the browser', () => {
    expect(errorText(new TenfoldError('dependency_cycle', 'This would create a circular dependency.'))).toBe(
      'This would create a circular dependency.',
    )
  })

  it.each([new TypeError('x is undefined'), 'x', undefined])('hides the unexpected error %s', (error) => {
    expect(errorText(error)).toBe('Something went wrong. Try again.')
  })
})

/** The server's message for each code, and the page's text; null if the page shows the server's message. */
const BY_CODE: Record<ErrorCode, [message: string, shown: string | null]> = {
  invalid: ['Title is required', null],
  dependency_cycle: ['This would create a circular dependency.', null],
  unknown_dependency: ['There is no task 9.', null],
  sign_in_failed: ['The sign-in failed. Try again.', null],
  not_signed_in: [
    'You’re not signed in. Sign in and try again.',
    'You’re signed out. Reload the page to sign in again.',
  ],
  wrong_credentials: ['That email and password don’t match. Try again.', null],
  refused: ['Only the owner can change this template.', null],
  cross_site: [
    'This request came from another site, so nothing was changed. Open Tenfold and try again there.',
    null,
  ],
  needs_https: [
    'This page isn’t secure, so your browser can’t keep you signed in. Open https://tasks.example.com to sign in.',
    null,
  ],
  signups_closed: ['New accounts are disabled here. Ask the administrator for one.', null],
  wrong_password: ['This is not your current password. Try again.', null],
  sign_in_again: ['Sign out, sign in again and retry.', null],
  cannot_undo: ['Can’t undo: the task has since changed.', null],
  default_category: ['Default categories cannot be removed', null],
  not_found: ['Not found.', 'This no longer exists. Reload the page.'],
  no_such_route: ['No such route.', OUTDATED],
  method_not_allowed: ['This route does not support that method.', OUTDATED],
  too_slow: ['The request took too long to arrive. Try again.', null],
  level_full: ['Level 2 is full (3 of 3).', null],
  email_taken: ['An account with this email already exists.', null],
  category_exists: ['Category already exists', null],
  identity_taken: ['This account is linked to another Tenfold account.', null],
  export_running: [
    'Your export is still being downloaded. Wait until it has finished, or cancel the download.',
    null,
  ],
  last_way_in: ['Set a password first.', null],
  changed: [
    'This task has changed since you last loaded it.',
    'This was changed elsewhere. Reload the page, then try again.',
  ],
  too_large: ['The request body is too large. Send at most 1 MB.', null],
  text_quota: ['Your text can use up to 256 MB in total. Use “Empty trash”.', null],
  unsupported_type: ['Send the body as JSON, with Content-Type application/json.', OUTDATED],
  key_reused: [
    'This Idempotency-Key was already used for a different request. Use a new key.',
    'This was changed elsewhere. Reload the page, then try again.',
  ],
  too_many: ['Too many attempts. Try again in 2 minutes.', null],
  internal: ['Something failed.', BROKEN],
  busy: ['The server is busy. Try again in a moment.', null],
  disk_full: ['The server’s disk is full. Nothing was changed. Try again after space has been freed.', null],
  unavailable: ['The database is unavailable. Nothing was changed. Try again in a moment.', null],
  provider_away: ['The sign-in provider doesn’t respond. Try again in a moment.', null],
}

it.each(Object.entries(BY_CODE))('errorText has a plain sentence for %s', (code, [message, shown]) => {
  const text = errorText(answered(ERROR_STATUS[code as ErrorCode], code, message))
  expect(text).toBe(shown ?? message)
  expect(text).not.toMatch(/[{}<>]|Idempotency|JSON|route|undefined/)
})

describe('rejectionText', () => {
  const usual = 'Failed to update task. Please try again.'

  it.each([400, 409])("returns the server's message for %i", (status) => {
    expect(rejectionText(answered(status, 'invalid', 'Priority must be from 1 to 10.'), usual)).toBe(
      'Priority must be from 1 to 10.',
    )
  })

  it.each([
    [503, 'disk_full', 'The server’s disk is full. Try again after space has been freed.'],
    [413, 'text_quota', 'Your text can use up to 256 MB in total.'],
    [413, 'too_large', 'The file is too large. The limit is 25 MB.'],
    [429, 'too_many', 'Too many attempts. Try again in 2 minutes.'],
  ])('returns the reason for %i %s', (status, code, message) => {
    expect(rejectionText(answered(status, code, message), usual)).toBe(message)
  })

  it.each([
    [404, 'no_such_route'],
    [405, 'method_not_allowed'],
    [415, 'unsupported_type'],
  ])('advises reloading a page that is older than the server, for %i %s', (status, code) => {
    expect(rejectionText(answered(status, code, 'No such route.'), usual)).toBe(OUTDATED)
  })

  it.each([401, 404, 500, 503])('returns the usual text for %i', (status) => {
    expect(
      rejectionText(
        answered(status, 'unavailable', 'The database is unavailable. Try again in a moment.'),
        usual,
      ),
    ).toBe(usual)
  })

  it('returns the usual text for a 409 without a message', () => {
    expect(rejectionText(toApiError(409, '<html>', 'Conflict'), usual)).toBe(usual)
  })
})

describe('serverText', () => {
  it("returns the server's message for any status", () => {
    expect(
      serverText(
        answered(503, 'unavailable', 'The database is unavailable. Try again in a moment.'),
        'usual',
      ),
    ).toBe('The database is unavailable. Try again in a moment.')
  })

  it('returns the usual text if there is no message', () => {
    expect(serverText(toApiError(503, '<html>', ''), 'usual')).toBe('usual')
  })
})

describe('formErrorText', () => {
  it('returns null if fields show the error', () => {
    const body = {
      message: 'Enter a title.',
      code: 'invalid',
      issues: [{ path: 'title', message: 'Enter a title.' }],
    }
    expect(formErrorText(toApiError(400, JSON.stringify(body), ''))).toBeNull()
    expect(formErrorText(null)).toBeNull()
  })

  it('returns the text of any other error', () => {
    expect(formErrorText(answered(429, 'too_many', 'Too many attempts. Try again in 2 minutes.'))).toBe(
      'Too many attempts. Try again in 2 minutes.',
    )
  })
})

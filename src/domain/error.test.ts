import { describe, expect, it } from 'vitest'

import { ERROR_STATUS, TenfoldError, invalid, notFound } from './error.ts'

describe('an error', () => {
  it.each([
    ['invalid', 400],
    ['dependency_cycle', 400],
    ['unknown_dependency', 400],
    ['not_signed_in', 401],
    ['wrong_credentials', 401],
    ['refused', 403],
    ['cross_site', 403],
    ['needs_https', 403],
    ['signups_closed', 403],
    ['wrong_password', 403],
    ['default_category', 403],
    ['not_found', 404],
    ['level_full', 409],
    ['category_exists', 409],
    ['export_running', 409],
    ['changed', 412],
    ['too_large', 413],
    ['text_quota', 413],
    ['unsupported_type', 415],
    ['too_many', 429],
    ['busy', 503],
    ['unavailable', 503],
  ] as const)('%s has the status %d', (code, status) => {
    expect(ERROR_STATUS[code]).toBe(status)
  })

  it('is an Error with its code and message', () => {
    const error = new TenfoldError('level_full', 'Level 2 is full (3 of 3).')
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'TenfoldError',
      code: 'level_full',
      message: 'Level 2 is full (3 of 3).',
    })
    expect(error.issues).toBeUndefined()
    expect(error.task).toBeUndefined()
  })

  it('has the path of the invalid field', () => {
    expect(invalid('positions.0.id', 'Each task can appear only once.')).toMatchObject({
      code: 'invalid',
      message: 'Each task can appear only once.',
      issues: [{ path: 'positions.0.id', message: 'Each task can appear only once.' }],
    })
  })

  it('does not reveal which row is missing', () => {
    expect(notFound()).toMatchObject({ code: 'not_found', issues: undefined, task: undefined })
  })
})

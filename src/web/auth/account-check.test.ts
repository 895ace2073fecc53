import { expect, test } from 'vitest'

import { checkRegistration } from './account-check.ts'
import { findMissing, type AccountFields } from './account-fields.ts'
import { messagesByPath } from './messages-by-path.ts'

const MARA: AccountFields = { email: 'mara@posteo.net', password: 'long enough', firstName: '', lastName: '' }

test('accepts a complete form', () => {
  expect(findMissing('sign-in', MARA)).toEqual({})
  expect(checkRegistration(MARA)).toEqual({})
})

test('asks for the email and the password if the form is empty', () => {
  const empty = { ...MARA, email: ' ', password: '' }
  expect(findMissing('sign-in', empty)).toEqual({
    email: 'Enter your email.',
    password: 'Enter your password.',
  })
  expect(checkRegistration(empty)).toEqual({
    email: 'Enter your email.',
    password: 'Choose a password.',
  })
})

test('checks the length of a password only when creating an account', () => {
  const short = { ...MARA, email: '', password: 'short' }
  expect(findMissing('sign-in', { ...MARA, password: 'short' })).toEqual({})
  expect(checkRegistration(short)).toEqual({ email: 'Enter your email.', password: 'Use 8–128 characters.' })
})

test('rejects an invalid email and a name over 100 characters when creating an account', () => {
  const wrong = checkRegistration({ ...MARA, email: 'mara', lastName: 'x'.repeat(101) })
  expect(Object.keys(wrong)).toEqual(['email', 'lastName'])
})

test('shows the server’s first issue for each field', () => {
  expect(
    messagesByPath([
      { path: 'email', message: 'first' },
      { path: 'email', message: 'second' },
    ]),
  ).toEqual({ email: 'first' })
})

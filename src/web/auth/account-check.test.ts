import { expect, test } from 'vitest'

import { checkAccount, errorsByField, type AccountFields } from './account-check.ts'

const MARA: AccountFields = { email: 'mara@posteo.net', password: 'long enough', firstName: '', lastName: '' }

test('accepts a complete form', () => {
  expect(checkAccount('sign-in', MARA)).toEqual({})
  expect(checkAccount('create', MARA)).toEqual({})
})

test('asks for the email and the password of an empty form', () => {
  const empty = { ...MARA, email: ' ', password: '' }
  expect(checkAccount('sign-in', empty)).toEqual({
    email: 'Enter your email.',
    password: 'Enter your password.',
  })
  expect(checkAccount('create', empty)).toEqual({
    email: 'Enter your email.',
    password: 'Choose a password.',
  })
})

test('checks the length of a password only when creating an account', () => {
  const short = { ...MARA, password: 'short' }
  expect(checkAccount('sign-in', short)).toEqual({})
  expect(checkAccount('create', short)).toEqual({ password: 'Use 8–128 characters.' })
})

test('rejects an address that is not an email and a name over 100 characters when creating an account', () => {
  const wrong = checkAccount('create', { ...MARA, email: 'mara', lastName: 'x'.repeat(101) })
  expect(Object.keys(wrong)).toEqual(['email', 'lastName'])
})

test('shows the server’s first issue for each field', () => {
  expect(
    errorsByField([
      { path: 'email', message: 'first' },
      { path: 'email', message: 'second' },
      { path: 'unknown', message: 'third' },
    ]),
  ).toEqual({ email: 'first' })
})

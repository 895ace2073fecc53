import { expect, test } from 'vitest'

import { checkAccount, errorsByField, type AccountFields } from './account-check.ts'

const MARA: AccountFields = { email: 'mara@posteo.net', password: 'long enough', firstName: '', lastName: '' }

test('a filled-in form has nothing wrong', () => {
  expect(checkAccount('sign-in', MARA)).toEqual({})
  expect(checkAccount('create', MARA)).toEqual({})
})

test('an empty form names both fields', () => {
  const empty = { ...MARA, email: ' ', password: '' }
  expect(checkAccount('sign-in', empty)).toEqual({
    email: 'Enter your e-mail.',
    password: 'Enter your password.',
  })
  expect(checkAccount('create', empty)).toEqual({
    email: 'Enter your e-mail.',
    password: 'Choose a password.',
  })
})

test('signing in does not say what a password must look like, creating an account does', () => {
  const short = { ...MARA, password: 'short' }
  expect(checkAccount('sign-in', short)).toEqual({})
  expect(checkAccount('create', short)).toEqual({ password: 'A password has 8 to 128 characters.' })
})

test('creating an account asks for an e-mail address and names of a sensible length', () => {
  const wrong = checkAccount('create', { ...MARA, email: 'mara', lastName: 'x'.repeat(101) })
  expect(Object.keys(wrong)).toEqual(['email', 'lastName'])
})

test('the server’s issues are sorted by field, the first of each', () => {
  expect(
    errorsByField([
      { path: 'email', message: 'first' },
      { path: 'email', message: 'second' },
      { path: 'unknown', message: 'third' },
    ]),
  ).toEqual({ email: 'first' })
})

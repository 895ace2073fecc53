import { describe, expect, it } from 'vitest'

import { isCommonPassword } from './common-passwords.ts'

describe('the common passwords', () => {
  it.each([
    'password',
    'PASSWORD',
    'Password1',
    '12345678',
    'qwertyuiop',
    'P@ssw0rd',
    'iloveyou',
    'contraseña',
  ])('include %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'tenfold',
    'Tenfold1',
    'TENFOLD2026',
    '123tenfold!',
    'tenfoldtenfold',
    'Tenfold Tenfold',
    '10-tenfold',
  ])('include the name of the product, as in %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    '',
    '        ',
    '😀😀😀😀😀😀😀😀',
    'password is not it',
    'a tenfold return',
    'tenfoldly',
    '31415927',
  ])('do not include %j', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})

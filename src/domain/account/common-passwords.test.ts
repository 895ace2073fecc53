import { describe, expect, it } from 'vitest'

import { isCommonPassword } from './common-passwords.ts'

describe('a common password', () => {
  it.each([
    'password',
    'PASSWORD',
    'Password1',
    '12345678',
    'qwertyuiop',
    'P@ssw0rd',
    'iloveyou',
    'contraseña',
  ])('includes %s', (password) => {
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
  ])('includes the name of the product, as in %s', (password) => {
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
  ])('does not include %j', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})

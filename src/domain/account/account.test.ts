import { describe, expect, it } from 'vitest'

import { credentialsSchema, emailKey, passwordChangeSchema, registrationSchema } from './account.ts'

const registration = { email: 'ada@example.com', password: 'difference engine' }

/** Returns the path and message of each issue with a registration. */
function wrongWith(fields: Record<string, unknown>) {
  const { error } = registrationSchema.safeParse({ ...registration, ...fields })
  return error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
}

describe('checking an email', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada@Example.COM', 'Ada@Example.COM'],
    ['  ada@example.com\n', 'ada@example.com'],
    ['ada@localhost', 'ada@localhost'],
    ['ada+lists@müller.de', 'ada+lists@müller.de'],
    [`${'a'.repeat(252)}@b`, `${'a'.repeat(252)}@b`],
    [`${'😀'.repeat(252)}@b`, `${'😀'.repeat(252)}@b`],
  ])('%j is stored as %j', (typed, email) => {
    expect(registrationSchema.parse({ ...registration, email: typed }).email).toBe(email)
  })

  it.each(['', ' ', 'ada', '@', 'ada@', '@example.com', 'a b@example.com', 'a@b@c', null, 5, undefined])(
    'rejects %j',
    (email) => {
      expect(wrongWith({ email })).toEqual(['email: Enter an email address, such as you@example.com.'])
    },
  )

  it.each([
    [`${'a'.repeat(253)}@b`, 'email: Email must be 254 characters or fewer.'],
    ['a\0@example.com', 'email: Email contains a character that cannot be stored.'],
    ['\ud800@example.com', 'email: Email contains a character that cannot be stored.'],
  ])('rejects %j: %s', (email, message) => {
    expect(wrongWith({ email })).toEqual([message])
  })

  it.each([
    ['ADA@Example.com', 'ada@example.com'],
    [' ada@example.com ', 'ada@example.com'],
    ['MU\u0308LLER@example.com', 'm\u00fcller@example.com'],
  ])('%j and %j identify the same account', (one, other) => {
    expect(emailKey(one)).toBe(emailKey(other))
  })
})

describe('checking a password', () => {
  it.each(['31415927', '        ', '😀'.repeat(8), '😀'.repeat(128), 'x'.repeat(128), ' päss wörd '])(
    'accepts %j unchanged',
    (password) => {
      expect(registrationSchema.parse({ ...registration, password }).password).toBe(password)
    },
  )

  it.each(['', '1234567', '😀'.repeat(7), '😀'.repeat(129), 'x'.repeat(129), null, 12345678])(
    'rejects %j',
    (password) => {
      expect(wrongWith({ password })).toEqual(['password: Use 8–128 characters.'])
    },
  )

  it.each(['12345678\0', '12345678\ud800'])('rejects %j with the reason', (password) => {
    expect(wrongWith({ password })).toEqual([
      'password: Password contains a character that cannot be stored.',
    ])
  })

  it.each(['12345678', 'Password1', 'Tenfold!'])('rejects %j as too common', (password) => {
    expect(wrongWith({ password })).toEqual([
      'password: This password is too common. Choose a different one.',
    ])
  })

  it('rejects a megabyte without scanning it', () => {
    expect(wrongWith({ password: 'x'.repeat(1_000_000) })).toHaveLength(1)
  })
})

describe('checking a name', () => {
  it.each([
    [{}, null],
    [{ firstName: null }, null],
    [{ firstName: '  ' }, null],
    [{ firstName: ' Ada ' }, 'Ada'],
    [{ firstName: '😀'.repeat(100) }, '😀'.repeat(100)],
  ])('turns %j into %j', (fields, firstName) => {
    expect(registrationSchema.parse({ ...registration, ...fields })).toMatchObject({
      firstName,
      lastName: null,
    })
  })

  it.each([
    [{ firstName: 'x'.repeat(101) }, 'firstName: First name must be 100 characters or fewer.'],
    [{ lastName: 'x'.repeat(101) }, 'lastName: Last name must be 100 characters or fewer.'],
    [{ lastName: 'a\0' }, 'lastName: Last name contains a character that cannot be stored.'],
    [{ lastName: 5 }, 'lastName: Last name must be text.'],
  ])('rejects %j: %s', (fields, message) => {
    expect(wrongWith(fields)).toEqual([message])
  })
})

describe('checking a registration', () => {
  it('drops fields that users cannot set', () => {
    const parsed = registrationSchema.parse({
      ...registration,
      id: 'me',
      createdAt: '2026-01-01',
      isAdmin: true,
    })
    expect(Object.keys(parsed).toSorted()).toEqual(['email', 'firstName', 'lastName', 'password'])
  })

  it('reports every problem together', () => {
    expect(wrongWith({ email: 'ada', password: '1', firstName: 5 })).toHaveLength(3)
  })
})

describe('checking credentials', () => {
  it.each([
    { email: 'ada@example.com', password: '1' },
    { email: 'not an email', password: '' },
  ])('accepts %j, because the rules for new accounts don’t apply', (credentials) => {
    expect(credentialsSchema.parse(credentials)).toEqual(credentials)
  })

  it.each([
    {},
    { email: 'ada@example.com' },
    { email: 5, password: 'x' },
    { email: 'ada@example.com', password: ['x'] },
    { email: 'ada@example.com', password: 'x'.repeat(1001) },
  ])('rejects %j', (credentials) => {
    expect(credentialsSchema.safeParse(credentials).success).toBe(false)
  })
})

describe('a password change', () => {
  it('applies the rules to the new password only', () => {
    const currentPassword = '1'
    expect(passwordChangeSchema.parse({ currentPassword, newPassword: 'analytical engine' })).toMatchObject({
      currentPassword,
    })
    for (const newPassword of ['1234567', 'password1', undefined]) {
      expect(passwordChangeSchema.safeParse({ currentPassword, newPassword }).success).toBe(false)
    }
  })
})

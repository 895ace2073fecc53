import { argon2Sync } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { PASSWORD_COSTS, hashPassword, needsRehash, verifyPassword } from './password.ts'

const PASSWORD = 'a quiet green harbour'
const CHEAP = { memory: 64, passes: 1, parallelism: 1 }

describe('a hashed password', () => {
  it('is an argon2id PHC string with the OWASP costs', async () => {
    expect(await hashPassword(PASSWORD)).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/,
    )
  })

  it('is the result of argon2id', async () => {
    const [, , , , salt = '', tag] = (await hashPassword(PASSWORD)).split('$')
    const derived = argon2Sync('argon2id', {
      ...PASSWORD_COSTS,
      message: PASSWORD,
      nonce: Buffer.from(salt, 'base64'),
      tagLength: 32,
    })
    expect(derived.toString('base64').replace('=', '')).toBe(tag)
  })

  it('has its own salt', async () => {
    expect(await hashPassword(PASSWORD, CHEAP)).not.toBe(await hashPassword(PASSWORD, CHEAP))
  })

  it.each(['        ', ' Pass phrase ', '👩‍👩‍👧‍👦 family', '😀'.repeat(128), 'é'.normalize('NFD').repeat(8)])(
    'is matched by %j',
    async (password) => {
      expect(await verifyPassword(password, await hashPassword(password, CHEAP))).toBe(true)
    },
  )

  it.each([
    [PASSWORD, `${PASSWORD} `],
    [PASSWORD, PASSWORD.toUpperCase()],
    [PASSWORD, ''],
    ['é', 'e'],
  ])('of %j is not matched by %j', async (password, attempt) => {
    expect(await verifyPassword(attempt, await hashPassword(password, CHEAP))).toBe(false)
  })

  it('of an unknown account matches no password', async () => {
    expect(await verifyPassword(PASSWORD, null)).toBe(false)
    expect(await verifyPassword('', null)).toBe(false)
  })

  it('is verified with its own costs', async () => {
    const hash = await hashPassword(PASSWORD, { memory: 256, passes: 3, parallelism: 2 })
    expect(hash).toContain('$m=256,t=3,p=2$')
    expect(await verifyPassword(PASSWORD, hash)).toBe(true)
  })

  it.each([
    ['with the current costs', PASSWORD_COSTS, false],
    ['with more memory', { ...PASSWORD_COSTS, memory: 20_000 }, false],
    ['with less memory', { ...PASSWORD_COSTS, memory: 19_455 }, true],
    ['with one pass', { ...PASSWORD_COSTS, passes: 1 }, true],
  ])('%s: needsRehash returns %s', async (_, costs, expected) => {
    expect(needsRehash(await hashPassword(PASSWORD, costs))).toBe(expected)
  })

  it('needs to be rehashed when the costs increase', async () => {
    const hash = await hashPassword(PASSWORD, CHEAP)
    expect(needsRehash(hash, CHEAP)).toBe(false)
    expect(needsRehash(hash, { ...CHEAP, passes: 2 })).toBe(true)
  })
})

describe('a password with accents', () => {
  const [composed, decomposed] = ['sécurité été', 'se\u0301curite\u0301 e\u0301te\u0301']

  it.each([
    [composed, composed],
    [decomposed, composed],
    [decomposed, decomposed],
  ])('typed as %j matches the hash of %j', async (typed, stored) => {
    expect(await verifyPassword(typed, await hashPassword(stored))).toBe(true)
  })
})

describe('an invalid stored hash', () => {
  const salt = 'c29tZXNhbHRzb21lc2FsdA'
  const tag = 'RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs'

  it.each([
    '',
    'a quiet green harbour',
    `$argon2i$v=19$m=64,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=16$m=64,t=1,p=1$${salt}$${tag}`,
    `$argon2id$m=64,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=19$t=1,m=64,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=064,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=99999999,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=64,t=0,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=64,t=1,p=1$$${tag}`,
    `$argon2id$v=19$m=64,t=1,p=1$${salt}`,
    `$argon2id$v=19$m=64,t=1,p=1$${salt}$`,
    `$argon2id$v=19$m=64,t=1,p=1$${salt}==$${tag}`,
    `$argon2id$v=19$m=64,t=1,p=1$${salt}$${tag}\n`,
  ])('%j throws instead of reporting a wrong password', async (stored) => {
    await expect(verifyPassword(PASSWORD, stored)).rejects.toThrow('not an argon2id PHC string')
    expect(() => needsRehash(stored)).toThrow('not an argon2id PHC string')
  })
})

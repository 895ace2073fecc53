import { describe, expect, it } from 'vitest'

import { readProviderProfile } from './provider-profile.ts'

describe('the stored claims of a provider', () => {
  it.each([
    [
      { sub: '7', email: ' Ada@Example.com ', given_name: 'Ada', family_name: 'Lovelace', name: 'Countess' },
      { email: 'Ada@Example.com', firstName: 'Ada', lastName: 'Lovelace' },
    ],
    [
      { sub: '7', email: 'ada@example.com', name: 'Ada Lovelace' },
      { email: 'ada@example.com', firstName: 'Ada Lovelace', lastName: null },
    ],
    [
      { sub: '7', family_name: 'Lovelace', name: 'Ada Lovelace' },
      { email: '7', firstName: null, lastName: 'Lovelace' },
    ],
    [
      { sub: '7', preferred_username: 'ada' },
      { email: 'ada', firstName: null, lastName: null },
    ],
    [
      { sub: '7', email: 5, given_name: ['Ada'], family_name: '', name: null, preferred_username: {} },
      { email: '7', firstName: null, lastName: null },
    ],
    [
      { sub: '7', email: 'a\0@example.com', given_name: '\ud800', name: ' ' },
      { email: '7', firstName: null, lastName: null },
    ],
  ])('of %j are %j', (claims, profile) => {
    expect(readProviderProfile(claims)).toEqual(profile)
  })

  it('are truncated between code points', () => {
    const profile = readProviderProfile({
      sub: '7',
      email: 'x'.repeat(300),
      given_name: '😀'.repeat(101),
      family_name: `${'x'.repeat(99)}😀😀`,
    })
    expect(profile.email).toBe('x'.repeat(254))
    expect(profile.firstName).toBe('😀'.repeat(100))
    expect(profile.lastName).toBe(`${'x'.repeat(99)}😀`)
  })

  it('are composed, on one line, without override characters and cut between graphemes', () => {
    const profile = readProviderProfile({
      sub: '7',
      email: 'ada\u202e@example.com',
      given_name: 'Zoe\u0308\n\u202eAnn',
      family_name: `${'x'.repeat(99)}👩‍💻`,
    })
    expect(profile).toEqual({
      email: 'ada@example.com',
      firstName: 'Zo\u00eb Ann',
      lastName: 'x'.repeat(99),
    })
    expect(readProviderProfile({ sub: '7', given_name: '\u200b\u2067' }).firstName).toBeNull()
  })

  it('16: exclude the picture', () => {
    const claims = { sub: '7', picture: 'https://evil.example/x.svg' }
    expect(JSON.stringify(readProviderProfile(claims))).not.toContain('evil')
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import {
  type Client,
  TEST_NOW,
  TEST_PASSWORD,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { forbidWrites } from '#tests/support/database-faults.ts'

const PATH = '/api/settings'
const EMAIL = 'ada@example.com'

let test: TestApp
let laptop: Client
beforeEach(async () => {
  test = await buildTestApp()
  laptop = await signUp(test, EMAIL)
})
afterEach(() => test.close())

const awayOf = async (client: Client) => (await client.get(PATH)).json<{ away: unknown }>().away

async function signIn(): Promise<Client> {
  const client = clientOf(test.app)
  await client.post('/api/login', { email: EMAIL, password: TEST_PASSWORD })
  return client
}

describe('an absence', () => {
  it('of three days is in the settings returned by the first request after it', async () => {
    test.clock.advance({ hours: 72 })
    expect(await awayOf(laptop)).toEqual({
      since: TEST_NOW,
      until: '2026-11-23T10:00:00.000Z',
      askedOn: null,
    })
  })

  it('of less than three days is not stored', async () => {
    test.clock.advance({ hours: 71 })
    expect(await awayOf(laptop)).toBeNull()
  })

  it('ends on the first of several devices', async () => {
    const phone = await signIn()
    test.clock.advance({ hours: 120 })
    await phone.get('/api/auth/user')
    await phone.patch(PATH, { away: null })
    test.clock.advance({ hours: 2 })
    expect(await awayOf(laptop)).toBeNull()
  })

  it('is not stored if another device was in use', async () => {
    const phone = await signIn()
    for (let day = 0; day < 4; day++) {
      test.clock.advance({ hours: 24 })
      await phone.get('/api/auth/user')
    }
    expect(await awayOf(laptop)).toBeNull()
  })

  it('ends with a sign-in while another device is still signed in', async () => {
    test.clock.advance({ hours: 96 })
    expect(await awayOf(await signIn())).toMatchObject({ since: TEST_NOW })
  })

  it('starts at the last change to a task if every session has expired', async () => {
    await laptop.post('/api/tasks', { title: 'Renew passport', priority: 3 })
    test.clock.advance({ hours: 45 * 24 })
    expect(await awayOf(await signIn())).toMatchObject({ since: TEST_NOW })
  })

  it('starts at the last change to a task if the user signed out', async () => {
    await laptop.post('/api/tasks', { title: 'Renew passport', priority: 3 })
    await laptop.post('/api/logout')
    test.clock.advance({ hours: 72 })
    expect(await awayOf(await signIn())).toMatchObject({ since: TEST_NOW })
  })

  it('is not stored for a user without tasks who signed out', async () => {
    await laptop.post('/api/logout')
    test.clock.advance({ hours: 72 })
    expect(await awayOf(await signIn())).toBeNull()
  })

  it('is stored once by parallel requests', async () => {
    test.clock.advance({ hours: 80 })
    const [one, two] = await Promise.all([awayOf(laptop), awayOf(laptop)])
    expect(one).toEqual(two)
    expect(one).toMatchObject({ since: TEST_NOW })
  })

  it('changes neither other settings nor other users’ settings', async () => {
    const eve = await signUp(test, 'eve@example.com')
    await laptop.patch(PATH, { dayStartsAt: '07:30' })
    await eve.get(PATH)
    test.clock.advance({ hours: 73 })
    expect((await laptop.get(PATH)).json()).toMatchObject({ dayStartsAt: '07:30', away: { since: TEST_NOW } })
    const rows = await test.db.selectFrom('settings').select('user_id').execute()
    expect(rows).toHaveLength(1)
  })

  it('doesn’t make requests fail when it can’t be stored', async () => {
    test.clock.advance({ hours: 100 })
    await forbidWrites(test.db)
    expect((await laptop.get(PATH)).statusCode).toBe(200)
  })
})

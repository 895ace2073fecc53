import { once } from 'node:events'
import { connect } from 'node:net'

import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Change } from '#domain/tasks/change.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { listening, openEvents } from '#tests/support/event-stream.ts'

import { CHANGES_KEPT, recordChanges } from './store.ts'

/** The maximum number of rounds, enough to fill the system's buffer ten times with messages of about 70 bytes. */
const ROUNDS_MAX = 1000

let test: TestApp
let ada: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test)
})
afterEach(() => test.close())

it('a stream that is never read is closed without affecting the others, and continues after a reconnect', async () => {
  const { hostname, port } = new URL(await listening(test.app))
  const lazy = connect({ host: hostname, port: Number(port) })
  lazy.on('error', () => undefined)
  await once(lazy, 'connect')
  lazy.write(`GET /api/events HTTP/1.1\r\nHost: tenfold\r\nCookie: ${ada.cookie()}\r\n\r\n`)
  await once(lazy, 'readable')
  const attentive = await openEvents(test.app, ada)
  const { id: userId } = (await ada.get('/api/auth/user')).json<{ id: string }>()
  const changes: Change[] = Array.from({ length: CHANGES_KEPT }, (_, index) => ({
    kind: 'category',
    id: `Category ${index} of a long name`,
  }))
  const open = () => new Promise<number>((resolve) => test.app.server.getConnections((_, n) => resolve(n)))
  const before = await open()
  let rounds = 0
  while ((await open()) === before) {
    if (++rounds > ROUNDS_MAX) throw new Error('it was never cut')
    await test.db.transaction().execute((db) => recordChanges(db, userId, changes))
    await ada.delete('/api/categories/Nowhere')
    await attentive.take(CHANGES_KEPT)
  }
  expect(rounds).toBeGreaterThan(1)
  expect(attentive.waiting).toEqual([])
  const back = await openEvents(test.app, ada, { 'last-event-id': String(rounds * CHANGES_KEPT - 1) })
  expect((await back.next()).number).toBe(rounds * CHANGES_KEPT)
  for (const reader of [attentive, back]) reader.close()
  lazy.destroy()
})

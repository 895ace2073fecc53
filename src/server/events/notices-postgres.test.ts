import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { buildApp } from '../app.ts'
import { CHANGES_CHANNEL } from '../db/dialect.ts'
import { listenPostgres } from '../db/postgres-listen.ts'
import { connectPostgres } from '../db/postgres.ts'
import { inTransaction } from '../db/transaction.ts'
import { lastChange, recordChanges } from './store.ts'
import { LISTENING_LOCK } from './stream-users.ts'
import { connectWithInterruption } from '#tests/support/after-read.ts'
import { type Client, type TestApp, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { makeTask } from '#tests/support/tasks.ts'

let test: TestApp
let others: TestApp['app'][]
let here: Client
let there: Client
beforeEach(async () => {
  test = await buildTestApp()
  others = [await buildInterleavedApp(test), await buildInterleavedApp(test)]
  here = await signUp(test)
  const [name = '', value = ''] = here.cookie().split('=')
  there = clientOf(others[0] ?? test.app, [[name, value]])
})
afterEach(async () => {
  for (const app of others) await app.close()
  await test.close()
})

/** Cuts the connections on which servers notify each other. Returns how many connections it cut. */
async function cutNotices(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query ilike 'listen %' or query = 'select 1')`.execute(test.db)
  return rows.length
}

describe('several servers on one database', () => {
  it('receive each change from another server once', async () => {
    const readers = [await openEvents(test.app, here), await openEvents(others[1] ?? test.app, here)]
    await Promise.all(Array.from({ length: 20 }, (_, index) => makeTask(index % 2 === 0 ? here : there)))
    for (const reader of readers) {
      const numbers = (await reader.take(20)).map(({ number }) => number)
      expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      expect(reader.waiting).toEqual([])
      reader.close()
    }
  })

  it('line 11: end a stream within five seconds after a sign-out on another server', async () => {
    const reader = await openEvents(test.app, here)
    await there.post('/api/logout')
    const began = performance.now()
    await reader.ended
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('receive changes that another server made while their connection was cut', async () => {
    const reader = await openEvents(test.app, here)
    expect(await cutNotices()).toBe(1)
    for (let made = 0; made < 5; made++) await makeTask(there)
    expect((await reader.take(5)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    await makeTask(there)
    expect((await reader.next()).number).toBe(6)
    reader.close()
  })

  it('receive a change that another server commits between the first read and the subscription', async () => {
    const commitElsewhere = async () => {
      await makeTask(here)
      // Gives the notice time to arrive.
      await delay(100)
    }
    const db = await connectWithInterruption(test, { column: 'last', run: commitElsewhere })
    const { files, config, clock } = test
    const context = { db, files, config, clock, pages: null }
    const opening = await buildApp(context, { logStream: { write: () => undefined } })
    await opening.ready()
    const reader = await openEvents(opening, here)
    expect((await reader.next()).number).toBe(1)
    reader.close()
    await opening.close()
    await db.destroy()
  })

  it('are each notified only of changes by users who have streams on that server', async () => {
    const other = await signUp(test)
    const heard: string[] = []
    const stop = await listenPostgres(test.databaseUrl ?? '', CHANGES_CHANNEL, {
      lock: [LISTENING_LOCK, 1],
      onNotice: (userId) => void heard.push(userId),
      onLost: () => undefined,
      onResumed: () => undefined,
    })
    const settled = async () => {
      await sql`select pg_notify(${CHANGES_CHANNEL}, 'end')`.execute(test.db)
      while (!heard.includes('end')) await delay(5)
      return heard.splice(0)
    }
    const { id } = (await here.get('/api/auth/user')).json<{ id: string }>()
    const own = await openEvents(test.app, here)
    for (let made = 0; made < 3; made++) await makeTask(here)
    expect(await settled()).toEqual(['end'])
    const elsewhere = await openEvents(others[0] ?? test.app, here)
    await makeTask(here)
    await makeTask(other)
    expect(await settled()).toEqual([id, 'end'])
    expect((await elsewhere.next()).number).toBe(4)
    own.close()
    elsewhere.close()
    await stop()
  })

  it('open a new stream only after a change whose transaction began earlier', async () => {
    const { id } = (await here.get('/api/auth/user')).json<{ id: string }>()
    const elsewhere = connectPostgres(test.databaseUrl ?? '')
    const { opening } = await inTransaction(elsewhere, id, async (db) => {
      await recordChanges(db, id, [{ kind: 'category', id: 'Garden' }])
      // Waits until the statements of the change have run, while there is no stream to notify.
      await lastChange(db, id)
      const opening = openEvents(test.app, here)
      await Promise.race([opening, delay(300)])
      return { opening }
    })
    const reader = await opening
    await makeTask(here)
    expect((await reader.next()).number).toBe(2)
    expect(await reader.began).toBe(1)
    reader.close()
    await elsewhere.destroy()
  })

  it('resume receiving changes after another server removed their users while their connection was cut', async () => {
    const reader = await openEvents(test.app, here)
    await cutNotices()
    await test.db.deleteFrom('stream_users').execute()
    await makeTask(there)
    expect((await reader.next()).number).toBe(1)
    await makeTask(there)
    expect((await reader.next()).number).toBe(2)
    reader.close()
  })

  it('remove the stream users of a server that has stopped, and keep those of a running one', async () => {
    const reader = await openEvents(test.app, here)
    await test.db.insertInto('stream_users').values({ user_id: 'eve', server: 7 }).execute()
    const second = await openEvents(others[0] ?? test.app, here)
    const rows = await test.db.selectFrom('stream_users').selectAll().execute()
    expect(rows.map((row) => row.server)).not.toContain(7)
    expect(rows).toHaveLength(2)
    reader.close()
    second.close()
  })
})

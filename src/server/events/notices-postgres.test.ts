import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

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

/** Ends the connections on which servers hear of each other, as a cut line does. Answers how many there were. */
async function cutNotices(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query ilike 'listen %' or query = 'select 1')`.execute(test.db)
  return rows.length
}

describe('several servers on one database', () => {
  it('tell what was changed on another, once each', async () => {
    const readers = [await openEvents(test.app, here), await openEvents(others[1] ?? test.app, here)]
    await Promise.all(Array.from({ length: 20 }, (_, index) => makeTask(index % 2 === 0 ? here : there)))
    for (const reader of readers) {
      const numbers = (await reader.take(20)).map(({ number }) => number)
      expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      expect(reader.waiting).toEqual([])
      reader.close()
    }
  })

  it('line 11: end a stream on one within five seconds after signing out on another', async () => {
    const reader = await openEvents(test.app, here)
    await there.post('/api/logout')
    const began = performance.now()
    await reader.ended
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('tell what was changed on another while the line between them was cut', async () => {
    const reader = await openEvents(test.app, here)
    expect(await cutNotices()).toBe(1)
    for (let made = 0; made < 5; made++) await makeTask(there)
    expect((await reader.take(5)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    await makeTask(there)
    expect((await reader.next()).number).toBe(6)
    reader.close()
  })
})

import { setImmediate as yieldToMain } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Level } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { emptyDisk, fillDisk } from '#tests/support/database-faults.ts'
import { insertTaskRow, insertUserRow } from '#tests/support/rows.ts'
import { fillLevel, makeTask, readTasks } from '#tests/support/tasks.ts'

import { listChanges } from '../events/store.ts'
import { GROUP_MAX } from './group-commit.ts'
import { groupCommitSize } from './meters.ts'
import type { Database } from './schema.ts'
import { inTransaction } from './transaction.ts'

let test: TestApp
beforeEach(async () => {
  test = await buildTestApp()
  for (const id of ['ada', 'eve', 'joe']) await insertUserRow(test.db, id)
})
afterEach(() => test.close())

const insert = (userId: string, title: string) =>
  inTransaction(test.db, userId, (db) => insertTaskRow(db, userId, { title }))
const titles = async () =>
  (await test.db.selectFrom('tasks').select('title').orderBy('id').execute()).map(({ title }) => title)

/** Returns the numbers of commits and changes during `run`. */
async function groupsOf(run: () => Promise<unknown>): Promise<{ commits: number; changes: number }> {
  groupCommitSize.reset()
  await run()
  const { name, values } = await groupCommitSize.get()
  const valueOf = (part: string) => values.find(({ metricName }) => metricName === `${name}_${part}`)?.value
  return { commits: valueOf('count') ?? 0, changes: valueOf('sum') ?? 0 }
}

describe('changes waiting at the same moment', () => {
  it('share one commit if 50 users make one change each', async () => {
    const users = Array.from({ length: 50 }, (_, index) => `user ${index}`)
    for (const id of users) await insertUserRow(test.db, id)
    const groups = await groupsOf(() => Promise.all(users.map((id) => insert(id, id))))
    expect(groups).toEqual({ commits: 1, changes: 50 })
    expect(await titles()).toEqual(users)
  })

  it('share one commit, in order of arrival, if one user makes 50 changes', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `Task ${index}`)
    const groups = await groupsOf(() => Promise.all(names.map((name) => insert('ada', name))))
    expect(groups).toEqual({ commits: 1, changes: 50 })
    expect(await titles()).toEqual(names)
  })

  it('share commits if a browser sends 50 requests', async () => {
    const client = await signUp(test)
    const groups = await groupsOf(async () => {
      const sent = Array.from({ length: 50 }, (_, index) => makeTask(client, { title: `Task ${index}` }))
      await Promise.all(sent)
    })
    expect(groups.changes).toBe(50)
    expect(groups.commits).toBeLessThan(10)
    const tasks = await readTasks(client)
    expect(new Set(tasks.map(({ position }) => position)).size).toBe(50)
    const changes = (await listChanges(test.db, tasks[0]?.userId ?? '', 0)) ?? []
    expect(changes.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  it(`share a commit, at most ${GROUP_MAX} of them, and users take turns`, async () => {
    const each = Array.from({ length: 60 })
    const groups = await groupsOf(() =>
      Promise.all(['ada', 'eve'].flatMap((id) => each.map(() => insert(id, id)))),
    )
    expect(groups).toEqual({ commits: 2, changes: 120 })
    expect((await titles()).slice(0, 4)).toEqual(['ada', 'eve', 'ada', 'eve'])
  })

  it('get their responses only after the commit', async () => {
    const order: string[] = []
    const change = (userId: string) =>
      inTransaction(test.db, userId, async (db) => {
        await insertTaskRow(db, userId)
        order.push(`${userId} has run`)
      }).then(async () => order.push(`${userId} reads ${(await titles()).length}`))
    await Promise.all([change('ada'), change('eve')])
    expect(order).toEqual(['ada has run', 'eve has run', 'ada reads 2', 'eve reads 2'])
  })

  it('do not share a commit with a long change', async () => {
    const groups = await groupsOf(() =>
      Promise.all([
        insert('ada', ''),
        inTransaction(
          test.db,
          'eve',
          async (db) => {
            await yieldToMain()
            await insertTaskRow(db, 'eve')
          },
          { isLong: true },
        ),
        insert('joe', ''),
      ]),
    )
    expect(groups).toEqual({ commits: 3, changes: 3 })
  })
})

describe('a change that fails in a group', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('no'))],
    ['violates a constraint', (db: Database) => insertUserRow(db, 'ada')],
    ['names a missing row', (db: Database) => insertTaskRow(db, 'nobody')],
  ] as [string, (db: Database) => Promise<unknown>][])(
    'because it %s is rolled back alone',
    async (_, fail) => {
      const failing = () =>
        inTransaction(test.db, 'ada', async (db) => {
          await insertTaskRow(db, 'ada', { title: 'lost' })
          await fail(db)
        })
      const groups = await groupsOf(async () => {
        const changes = [insert('ada', 'first'), failing(), insert('eve', 'second'), insert('ada', 'third')]
        const results = await Promise.allSettled(changes)
        expect(results.map(({ status }) => status)).toEqual([
          'fulfilled',
          'rejected',
          'fulfilled',
          'fulfilled',
        ])
      })
      expect(groups).toEqual({ commits: 1, changes: 4 })
      expect(await titles()).toEqual(['first', 'second', 'third'])
    },
  )

  it('because of its version, its level or its parent does not affect the other writes of the user', async () => {
    const client = await signUp(test)
    const full: Level = 1
    const [task] = await fillLevel(client, full, 3)
    const other = await makeTask(client, { title: 'Other', priority: 9 })
    const patch = (body: object, headers = {}) => client.patch(`/api/tasks/${other.id}`, body, headers)
    const keyed = { 'idempotency-key': 'a key' }
    const responses = await Promise.all([
      client.patch(`/api/tasks/${task?.id}`, { notes: 'first' }),
      patch({ notes: 'stale' }, { 'if-match': '"7"', ...keyed }),
      patch({ priority: full }),
      patch({ parentTaskId: 999_999 }),
      patch({ notes: 'second' }, keyed),
      client.post('/api/tasks', { title: 'Third' }),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 412, 409, 400, 200, 201])
    const tasks = await readTasks(client)
    expect(tasks.map(({ title, notes, version }) => [title, notes, version])).toEqual([
      ['Task 0', 'first', 2],
      ['Task 1', null, 1],
      ['Task 2', null, 1],
      ['Third', null, 1],
      ['Other', 'second', 2],
    ])
    const changes = (await listChanges(test.db, other.userId, 4)) ?? []
    expect(changes.map(({ id, version }) => [id, version])).toEqual([
      [task?.id, 2],
      [other.id, 2],
      [tasks.find(({ title }) => title === 'Third')?.id, 1],
    ])
  })
})

describe('a commit that fails', () => {
  it('fails every change of its group, and none is stored', async () => {
    const failing = inTransaction(test.db, 'eve', async (db) => {
      // SQLite checks the reference at the commit, which then fails.
      await sql`pragma defer_foreign_keys = on`.execute(db)
      await insertTaskRow(db, 'nobody')
    })
    const rejected = inTransaction(test.db, 'joe', () => Promise.reject(new Error('no')))
    const results = await Promise.allSettled([
      insert('ada', 'lost'),
      failing,
      rejected,
      insert('ada', 'lost'),
    ])
    const reasons = results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'done'))
    expect(reasons).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('FOREIGN KEY') as string))
    expect(await titles()).toEqual([])
    await insert('ada', 'next')
    expect(await titles()).toEqual(['next'])
  })

  it('fails only the changes that had already run if SQLite has rolled back', async () => {
    const results = await Promise.allSettled([
      insert('ada', 'lost'),
      inTransaction(test.db, 'eve', async (db) => {
        await sql`rollback`.execute(db)
        throw new Error('the disk failed')
      }),
      insert('joe', 'kept'),
    ])
    expect(results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'done'))).toEqual([
      'Error: the disk failed',
      'Error: the disk failed',
      'done',
    ])
    expect(await titles()).toEqual(['kept'])
  })

  it('rejects every write of a browser with 503 on a full disk, and stores none', async () => {
    const client = await signUp(test)
    const write = () =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          client.post(
            '/api/tasks',
            { title: `Task ${index}`, notes: 'x'.repeat(9000) },
            { 'idempotency-key': `${index}` },
          ),
        ),
      )
    await fillDisk(test.db)
    const failed = await write()
    expect(new Set(failed.map(({ statusCode, body }) => `${statusCode} ${JSON.parse(body).code}`))).toEqual(
      new Set(['503 disk_full']),
    )
    await emptyDisk(test.db)
    expect(await readTasks(client)).toEqual([])
    expect(new Set((await write()).map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(await readTasks(client)).toHaveLength(20)
    expect((await client.get('/api/tasks')).json<Task[]>()).toHaveLength(20)
  })
})

import type { Updateable } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type TestDatabase, freshDatabase } from '#tests/support/database.ts'
import { insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { prepared, preparedRow } from './prepared.ts'
import type { Database, TaskRow } from './schema.ts'
import { inTransaction } from './transaction.ts'

let fresh: TestDatabase
let built = 0
beforeEach(async () => {
  fresh = await freshDatabase()
  for (const id of ['ada', 'eve']) await insertUserRow(fresh.db, id)
  await insertTaskRow(fresh.db, 'ada', { title: 'Report', completed: true })
  await insertTaskRow(fresh.db, 'eve', { title: 'Slides' })
  built = 0
})
afterEach(() => fresh.close())

const makeTitles = () =>
  prepared(2, (db, completed: boolean, userId: string) => {
    built++
    const query = db.selectFrom('tasks').select('title').where('priority', '=', 5)
    return query.where('user_id', '=', userId).where('completed', '=', completed)
  })

test('passes each run its own values, in any order of use', async () => {
  const titles = makeTitles()
  expect(await titles(fresh.db, true, 'ada')).toEqual([{ title: 'Report' }])
  expect(await titles(fresh.db, false, 'eve')).toEqual([{ title: 'Slides' }])
  expect(await titles(fresh.db, true, 'eve')).toEqual([])
  expect(built).toBe(1)
})

test('runs in the given transaction', async () => {
  const titles = makeTitles()
  const undone = inTransaction(fresh.db, 'ada', async (db) => {
    await insertTaskRow(db, 'ada', { title: 'Plan', completed: true })
    expect(await titles(db, true, 'ada')).toEqual([{ title: 'Report' }, { title: 'Plan' }])
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(await titles(fresh.db, true, 'ada')).toEqual([{ title: 'Report' }])
})

test('does not mix up the values of concurrent runs', async () => {
  const titles = makeTitles()
  const answers = await Promise.all([titles(fresh.db, true, 'ada'), titles(fresh.db, false, 'eve')])
  expect(answers).toEqual([[{ title: 'Report' }], [{ title: 'Slides' }]])
})

test('reads committed data outside a transaction, during and after one', async () => {
  const titles = makeTitles()
  await inTransaction(fresh.db, 'ada', async (db) => {
    await insertTaskRow(db, 'ada', { title: 'Plan', completed: true })
    expect(await titles(fresh.db, true, 'ada')).toEqual([{ title: 'Report' }])
  })
  expect(await titles(fresh.db, true, 'ada')).toEqual([{ title: 'Report' }, { title: 'Plan' }])
})

test('passes rows of a compiled query through plugins', async () => {
  const titles = makeTitles()
  let seen = 0
  const counting = fresh.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen += result.rows.length
      return result
    },
  })
  expect(await titles(counting, true, 'ada')).toEqual([{ title: 'Report' }])
  expect(seen).toBe(1)
})

const makeChange = () =>
  preparedRow(1, (db, row: Updateable<TaskRow>, title: string) => {
    built++
    return db.updateTable('tasks').set(row).where('title', '=', title).returning(['title', 'completed'])
  })

describe('a prepared query that writes a row', () => {
  let change: ReturnType<typeof makeChange>
  beforeEach(() => {
    change = makeChange()
  })

  test('compiles once per set of columns, and each run writes its own values', async () => {
    await inTransaction(fresh.db, 'ada', async (db) => {
      expect(await change(db, { title: 'Plan' }, 'Report')).toMatchObject([{ title: 'Plan' }])
      expect(await change(db, { title: 'Talk' }, 'Slides')).toMatchObject([{ title: 'Talk' }])
      expect(built).toBe(1)
      const [row] = await change(db, { completed: true, title: 'Talk, held' }, 'Talk')
      expect(Boolean(row?.completed)).toBe(true)
      expect(built).toBe(2)
    })
    const rows = await fresh.db.selectFrom('tasks').select('title').orderBy('title').execute()
    expect(rows).toEqual([{ title: 'Plan' }, { title: 'Talk, held' }])
  })

  test('rolls back with the transaction', async () => {
    const undone = inTransaction(fresh.db, 'ada', async (db) => {
      await change(db, { title: 'Plan' }, 'Report')
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    const rows = await fresh.db.selectFrom('tasks').select('title').orderBy('title').execute()
    expect(rows).toEqual([{ title: 'Report' }, { title: 'Slides' }])
  })

  test.each([
    ['committed', async () => undefined],
    [
      'rolled back',
      async () => {
        throw new Error('undo')
      },
    ],
  ])('fails in a transaction that was already %s, even while another one is open', async (_, end) => {
    const late: Database[] = []
    const finished = [
      inTransaction(fresh.db, 'ada', async (db) => {
        late.push(db)
        return end()
      }),
      fresh.db.transaction().execute(async (db) => {
        late.push(db)
        return end()
      }),
    ]
    await Promise.allSettled(finished)
    expect(late).toHaveLength(2)
    const titles = makeTitles()
    const refusal = /^Transaction is already (committed|rolled back)$/
    for (const db of late) {
      await expect(change(db, { title: 'Late' }, 'Report')).rejects.toThrow(refusal)
      await expect(titles(db, true, 'ada')).rejects.toThrow(refusal)
      await inTransaction(fresh.db, 'ada', async () => {
        await expect(change(db, { title: 'Late' }, 'Report')).rejects.toThrow(refusal)
      })
    }
    const rows = await fresh.db.selectFrom('tasks').select('title').orderBy('title').execute()
    expect(rows).toEqual([{ title: 'Report' }, { title: 'Slides' }])
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestDatabase, freshDatabase } from '#tests/support/database.ts'
import { insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { prepared } from './prepared.ts'
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

test('each run gets its own values, in whatever order the query names them', async () => {
  const titles = makeTitles()
  expect(await titles(fresh.db, true, 'ada')).toEqual([{ title: 'Report' }])
  expect(await titles(fresh.db, false, 'eve')).toEqual([{ title: 'Slides' }])
  expect(await titles(fresh.db, true, 'eve')).toEqual([])
  expect(built).toBe(1)
})

test('it runs in the transaction that it is given', async () => {
  const titles = makeTitles()
  const undone = inTransaction(fresh.db, 'ada', async (db) => {
    await insertTaskRow(db, 'ada', { title: 'Plan', completed: true })
    expect(await titles(db, true, 'ada')).toEqual([{ title: 'Report' }, { title: 'Plan' }])
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(await titles(fresh.db, true, 'ada')).toEqual([{ title: 'Report' }])
})

test('runs at the same time do not take the values of each other', async () => {
  const titles = makeTitles()
  const answers = await Promise.all([titles(fresh.db, true, 'ada'), titles(fresh.db, false, 'eve')])
  expect(answers).toEqual([[{ title: 'Report' }], [{ title: 'Slides' }]])
})

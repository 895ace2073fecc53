import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('keeps tasks and files, and starts without deleted ones', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0009-changes')
  await insertUserRow(db, 'ada')
  const id = await insertTaskRow(db, 'ada', { title: 'kept' })
  const file = { user_id: 'ada', task_id: id, name: 'a', blob: 'b', size: 5, type: 't', created_at: NOW }
  await anyTables(db).insertInto('attachments').values(file).execute()
  await migrate(db, '0012-deleted-tasks')
  expect(await anyTables(db).selectFrom('tasks').select(['id', 'title']).execute()).toEqual([
    { id, title: 'kept' },
  ])
  expect(await anyTables(db).selectFrom('attachments').select('blob').execute()).toEqual([{ blob: 'b' }])
  for (const table of ['deleted_tasks', 'deleted_attachments'] as const) {
    expect(await anyTables(db).selectFrom(table).selectAll().execute()).toEqual([])
  }
  await close()
})

test('removes deleted tasks along with their user, and deleted files along with their task', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0012-deleted-tasks')
  await insertUserRow(db, 'ada')
  const row = { task_id: 7, user_id: 'ada', task: '{}', dependents: '[]', deleted_at: NOW }
  await anyTables(db).insertInto('deleted_tasks').values(row).execute()
  const file = {
    id: 1,
    user_id: 'ada',
    task_id: 7,
    name: 'a',
    blob: 'b',
    size: 5,
    type: 't',
    created_at: NOW,
  }
  await anyTables(db).insertInto('deleted_attachments').values(file).execute()
  await anyTables(db).deleteFrom('deleted_tasks').execute()
  expect(await anyTables(db).selectFrom('deleted_attachments').selectAll().execute()).toEqual([])
  await anyTables(db).insertInto('deleted_tasks').values(row).execute()
  await anyTables(db).deleteFrom('users').execute()
  expect(await anyTables(db).selectFrom('deleted_tasks').selectAll().execute()).toEqual([])
  await close()
})

import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('fills the title and the level of deleted tasks, and starts without deleted templates and categories', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0015-first-steps')
  await insertUserRow(db, 'ada')
  const row = { user_id: 'ada', dependents: '[]', deleted_at: NOW }
  const task = JSON.stringify({ title: 'Say "hi" ☕', priority: 2 })
  await anyTables(db)
    .insertInto('deleted_tasks')
    .values([
      { ...row, task_id: 7, task },
      { ...row, task_id: 8, task: '{}' },
    ])
    .execute()
  await migrate(db, '0016-trash')
  const kept = anyTables(db).selectFrom('deleted_tasks').select(['task_id', 'title', 'level', 'task'])
  expect(await kept.orderBy('task_id').execute()).toEqual([
    { task_id: 7, title: 'Say "hi" ☕', level: 2, task },
    { task_id: 8, title: '', level: 5, task: '{}' },
  ])
  for (const table of ['deleted_templates', 'deleted_categories']) {
    expect(await anyTables(db).selectFrom(table).selectAll().execute()).toEqual([])
  }
  await close()
})

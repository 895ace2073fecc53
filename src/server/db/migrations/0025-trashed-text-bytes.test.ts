import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('counts the bytes of deleted tasks, and adds them to their user’s total', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0024-put-off-plans')
  for (const id of ['ada', 'eve']) await insertUserRow(db, id)
  await anyTables(db).updateTable('users').set({ text_bytes: 100 }).execute()
  const row = { user_id: 'ada', dependents: '[]', deleted_at: NOW }
  const task = {
    id: 7,
    title: 'Say "hi" ☕',
    description: null,
    notes: 'ü'.repeat(1000),
    dependencies: ['3', '4'],
    attachments: ['"a" ü.txt'],
    completed: false,
    createdAt: NOW,
  }
  await anyTables(db)
    .insertInto('deleted_tasks')
    .values([
      { ...row, task_id: 7, task: JSON.stringify(task) },
      { ...row, task_id: 8, task: '{"title":"x"}' },
    ])
    .execute()
  await migrate(db, '0025-trashed-text-bytes')
  const bytes = 12 + 2000 + '["3","4"]'.length + '["\\"a\\" ü.txt"]'.length + 1
  expect(
    await anyTables(db)
      .selectFrom('deleted_tasks')
      .select(['task_id', 'text_bytes'])
      .orderBy('task_id')
      .execute(),
  ).toEqual([
    { task_id: 7, text_bytes: bytes },
    { task_id: 8, text_bytes: 1 },
  ])
  expect(
    await anyTables(db).selectFrom('users').select(['id', 'text_bytes']).orderBy('id').execute(),
  ).toEqual([
    { id: 'ada', text_bytes: 100 + bytes + 1 },
    { id: 'eve', text_bytes: 100 },
  ])
  await close()
})

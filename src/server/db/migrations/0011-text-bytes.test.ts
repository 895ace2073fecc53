import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('counts the bytes of each user’s text', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0009-changes')
  for (const id of ['ada', 'eve', 'nobody']) await insertUserRow(db, id)
  // 'Report', 'Task', '[]' twice: 14 bytes.
  await insertTaskRow(db, 'ada')
  await insertTaskRow(db, 'ada', { description: 'ü'.repeat(1000), notes: '🎉', attachments: '["a.txt"]' })
  await insertTaskRow(db, 'eve', { title: 'x' })
  const template = { name: 'Launch', category: 'General', is_public: true, created_by: 'ada' }
  const { id } = await anyTables(db)
    .insertInto('project_templates')
    .values({ ...template, created_at: NOW, updated_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  const task = { template_id: id, title: 'Plan', priority: 5, category: 'Task', position: 0, created_at: NOW }
  await anyTables(db)
    .insertInto('template_tasks')
    .values({ ...task, description: 'all', dependencies: '["0"]' })
    .execute()
  await anyTables(db)
    .insertInto('categories')
    .values({ user_id: 'ada', name: 'Gärten', name_key: 'gärten', created_at: NOW })
    .execute()
  await migrate(db, '0011-text-bytes')
  const ada = 14 + (14 + 2000 + 4 + 7) + ('Launch'.length + 'General'.length) + (4 + 4 + 3 + 5) + 7
  expect(
    await anyTables(db).selectFrom('users').select(['id', 'text_bytes']).orderBy('id').execute(),
  ).toEqual([
    { id: 'ada', text_bytes: ada },
    { id: 'eve', text_bytes: 9 },
    { id: 'nobody', text_bytes: 0 },
  ])
  await close()
})

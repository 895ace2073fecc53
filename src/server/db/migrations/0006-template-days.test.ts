import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

let fresh: TestDatabase
beforeEach(async () => {
  fresh = await emptyDatabase()
  await migrate(fresh.db, '0005-completed-by-category')
  await insertUserRow(fresh.db, 'ada')
  const template = { name: 'Launch', category: 'General', is_public: false, created_by: 'ada' }
  const { id } = await anyTables(fresh.db)
    .insertInto('project_templates')
    .values({ ...template, created_at: NOW, updated_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  const task = { template_id: id, title: 'Plan', priority: 5, category: 'Task', position: 0 }
  await anyTables(fresh.db)
    .insertInto('template_tasks')
    .values({ ...task, dependencies: '[]', created_at: NOW })
    .execute()
  await migrate(fresh.db, '0006-template-days')
})
afterEach(() => fresh.close())

const readTask = () => anyTables(fresh.db).selectFrom('template_tasks').selectAll().executeTakeFirstOrThrow()

test('keeps the tasks of earlier templates, without days', async () => {
  expect(await readTask()).toMatchObject({ title: 'Plan', start_day: null, end_day: null, due_day: null })
})

test('accepts days before the start of the project', async () => {
  await anyTables(fresh.db)
    .updateTable('template_tasks')
    .set({ start_day: 0, end_day: 36_525, due_day: -3 })
    .execute()
  expect(await readTask()).toMatchObject({ start_day: 0, end_day: 36_525, due_day: -3 })
})

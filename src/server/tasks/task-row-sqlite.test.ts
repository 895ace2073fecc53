import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'
import { type TestDatabase, freshDatabase } from '#tests/support/database.ts'

import { INDEXED, changedRow } from './task-row.ts'

const now = '2026-11-20T10:00:00.000Z'
const task = aTask({ title: 'Report', notes: 'Ask Ada', priority: 3 })

let fresh: TestDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.close())

test('the listed columns are those in an index', async () => {
  const { rows } = await sql<{
    name: string
  }>`select distinct info.name from pragma_index_list('tasks') as list
    join pragma_index_info(list.name) as info where info.name <> 'id'`.execute(fresh.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(INDEXED.toSorted())
})

test('a change in place writes every column except the indexed ones', () => {
  const row = changedRow(task, { ...task, notes: 'Asked', version: 2 })
  expect(row).toMatchObject({ title: 'Report', notes: 'Asked', version: 2 })
  for (const column of INDEXED) expect(row).not.toHaveProperty(column)
})

test.each([
  { priority: 4 },
  { position: 2000 },
  { category: 'Meeting' },
  { completed: true, completedAt: now },
  { elapsedTime: 60 },
] satisfies Partial<Task>[])('a move writes every column: %o', (change) => {
  const row = changedRow(task, { ...task, ...change })
  for (const column of INDEXED) expect(row).toHaveProperty(column)
  expect(row).toMatchObject({ title: 'Report', notes: 'Ask Ada' })
})

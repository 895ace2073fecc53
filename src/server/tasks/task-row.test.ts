import type { Insertable } from 'kysely'
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest'

import { createTask } from '#domain/tasks/task-rules.ts'
import { taskDraftSchema } from '#domain/tasks/task-draft.ts'
import { createTemplate } from '#domain/templates/template-rules.ts'
import { templateDraftSchema } from '#domain/templates/template.ts'
import { type TestDatabase, freshDatabase } from '#tests/support/database.ts'
import { insertUserRow } from '#tests/support/rows.ts'

import type { TaskRow } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { collectChanges } from '../run/change-log.ts'
import { insertTemplate } from '../templates/store.ts'
import { findTask, insertTask } from './store.ts'
import { taskToRow } from './task-row.ts'

const who = { userId: 'ada', now: '2026-11-20T10:00:00.000Z' }
const newTask = createTask(taskDraftSchema.parse({ title: 'Report', notes: 'Ask Ada' }), [], who)
/** A value that no column stores, as for a new field without an entry in `taskToRow`. */
const UNSTORED = { mood: 'calm' }

let fresh: TestDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
  await insertUserRow(fresh.db, 'ada')
})
afterEach(() => fresh.close())

test('a row of a task that lacks a nullable column does not compile', () => {
  type Row = ReturnType<typeof taskToRow>
  expectTypeOf<Insertable<TaskRow>>().not.toExtend<Row>()
  expectTypeOf<Omit<Row, 'notes'>>().not.toExtend<Row>()
})

test('a row of a task has every column but the id', async () => {
  const table = (await fresh.db.introspection.getTables()).find(({ name }) => name === 'tasks')
  const columns = table?.columns.map(({ name }) => name).filter((name) => name !== 'id')
  expect(Object.keys(taskToRow(newTask)).toSorted()).toEqual(columns?.toSorted())
})

test('inserting a task returns what was stored', async () => {
  const task = await inTransaction(fresh.db, 'ada', (db) => {
    collectChanges(db)
    return insertTask(db, { ...newTask, ...UNSTORED })
  })
  expect(task).toEqual({ ...newTask, id: task.id })
  expect(task).toEqual(await findTask(fresh.db, 'ada', task.id))
})

test('inserting a template returns what was stored', async () => {
  const template = createTemplate(templateDraftSchema.parse({ name: 'Launch' }), who)
  const stored = await inTransaction(fresh.db, 'ada', (db) => {
    collectChanges(db)
    return insertTemplate(db, { ...template, ...UNSTORED })
  })
  expect(stored).toEqual({ ...template, id: stored.id })
})

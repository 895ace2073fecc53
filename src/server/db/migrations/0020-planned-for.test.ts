import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('keeps the tasks, and starts with none of them planned', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0019-working-hours')
  await insertUserRow(db, 'ada')
  await insertTaskRow(db, 'ada', { due_date: '2026-11-19' })
  const before = await anyTables(db).selectFrom('tasks').selectAll().executeTakeFirstOrThrow()
  await migrate(db, '0020-planned-for')
  expect(await anyTables(db).selectFrom('tasks').selectAll().execute()).toEqual([
    { ...before, planned_for: null },
  ])
  await close()
})

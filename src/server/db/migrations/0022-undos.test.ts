import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('adds the undo data of commands, which is deleted with its user', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0021-away')
  await insertUserRow(db, 'ada')
  await migrate(db, '0022-undos')
  const undo = { user_id: 'ada', token: 't', record: '{}', created_at: '2026-11-20T10:00:00.000Z' }
  await db.insertInto('undos').values(undo).execute()
  expect(await db.selectFrom('undos').selectAll().execute()).toEqual([undo])
  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('undos').selectAll().execute()).toEqual([])
  await close()
})

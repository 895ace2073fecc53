import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('starts without settings, and deletes them with their user', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0012-deleted-tasks')
  await insertUserRow(db, 'ada')
  await migrate(db, '0014-settings')
  expect(await anyTables(db).selectFrom('users').select('id').execute()).toEqual([{ id: 'ada' }])
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
  await anyTables(db).insertInto('settings').values({ user_id: 'ada', hides_banner: true }).execute()
  await anyTables(db).deleteFrom('users').execute()
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
  await close()
})

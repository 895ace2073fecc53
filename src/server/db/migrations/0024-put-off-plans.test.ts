import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('keeps the settings, and starts with no plans put off', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0023-folded-keys')
  await insertUserRow(db, 'ada')
  await anyTables(db).insertInto('settings').values({ user_id: 'ada', hides_banner: true }).execute()
  await migrate(db, '0024-put-off-plans')
  const [row] = await db.selectFrom('settings').selectAll().execute()
  expect({ ...row, hides_banner: Boolean(row?.hides_banner) }).toMatchObject({
    hides_banner: true,
    put_off_plans: '[]',
  })
  await close()
})

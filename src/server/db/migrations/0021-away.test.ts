import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('keeps the settings, and records no absence', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0020-planned-for')
  await insertUserRow(db, 'ada')
  await anyTables(db).insertInto('settings').values({ user_id: 'ada', hides_banner: true }).execute()
  await migrate(db, '0021-away')
  const [row] = await db.selectFrom('settings').selectAll().execute()
  expect({ ...row, hides_banner: Boolean(row?.hides_banner) }).toMatchObject({
    hides_banner: true,
    away: null,
  })
  await close()
})

import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('keeps the settings and marks no moves as seen', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0025-trashed-text-bytes')
  await insertUserRow(db, 'ada')
  await anyTables(db).insertInto('settings').values({ user_id: 'ada', hides_banner: true }).execute()
  await migrate(db, '0026-moved-up')
  const [row] = await db.selectFrom('settings').selectAll().execute()
  expect({ ...row, hides_banner: Boolean(row?.hides_banner) }).toMatchObject({
    hides_banner: true,
    moved_up_seen: '[]',
    away_panel_at: null,
  })
  await close()
})

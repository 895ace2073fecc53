import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('keeps the settings, and starts with the default hours and no dismissed marks', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0016-trash')
  await insertUserRow(db, 'ada')
  await anyTables(db).insertInto('settings').values({ user_id: 'ada', hides_banner: true }).execute()
  await migrate(db, '0019-working-hours')
  const [row] = await db.selectFrom('settings').selectAll().execute()
  expect({ ...row, hides_banner: Boolean(row?.hides_banner) }).toMatchObject({
    hides_banner: true,
    done_steps: '[]',
    weekday_hours: null,
    day_starts_at: null,
    dismissed_slack: '[]',
  })
  await close()
})

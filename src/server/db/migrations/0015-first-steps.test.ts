import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('keeps the settings, and starts with no steps done or hidden', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0014-settings')
  await insertUserRow(db, 'ada')
  await anyTables(db).insertInto('settings').values({ user_id: 'ada', hides_banner: true }).execute()
  await migrate(db, '0015-first-steps')
  const [row] = await db.selectFrom('settings').selectAll().execute()
  expect({
    ...row,
    hides_banner: Boolean(row?.hides_banner),
    hides_steps: Boolean(row?.hides_steps),
  }).toEqual({
    user_id: 'ada',
    hides_banner: true,
    hides_steps: false,
    done_steps: '[]',
    sample_tasks: '[]',
  })
  await close()
})

import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('a template from before the step has its first version, and no change is known', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0008-oidc')
  await insertUserRow(db, 'ada')
  const template = { name: 'Launch', category: 'General', is_public: false, created_by: 'ada' }
  await db
    .insertInto('project_templates')
    .values({ ...template, created_at: NOW, updated_at: NOW })
    .execute()
  await migrate(db)
  expect(await db.selectFrom('project_templates').select(['name', 'version']).execute()).toEqual([
    { name: 'Launch', version: 1 },
  ])
  expect(await db.selectFrom('changes').selectAll().execute()).toEqual([])
  await close()
})

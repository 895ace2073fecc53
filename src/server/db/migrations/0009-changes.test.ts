import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('gives earlier templates their first version, and starts without changes', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0008-oidc')
  await insertUserRow(db, 'ada')
  const template = { name: 'Launch', category: 'General', is_public: false, created_by: 'ada' }
  await anyTables(db)
    .insertInto('project_templates')
    .values({ ...template, created_at: NOW, updated_at: NOW })
    .execute()
  await migrate(db, '0009-changes')
  expect(await anyTables(db).selectFrom('project_templates').select(['name', 'version']).execute()).toEqual([
    { name: 'Launch', version: 1 },
  ])
  expect(await anyTables(db).selectFrom('changes').selectAll().execute()).toEqual([])
  await close()
})

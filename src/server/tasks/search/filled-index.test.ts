import { expect, test } from 'vitest'

import { databaseSource, fillDatabase } from '#server/db/fill.ts'
import { findDamage } from '#server/db/integrity.ts'
import { listTables } from '#server/db/tables.ts'
import { inSnapshot } from '#server/db/transaction.ts'
import { emptyDatabase, freshDatabase } from '#tests/support/database.ts'
import { insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { searchTasks } from './search.ts'

test('finds the tasks of a database that was filled from another database', async () => {
  const [from, to] = [await freshDatabase(), await emptyDatabase()]
  await insertUserRow(from.db, 'ada')
  await insertTaskRow(from.db, 'ada', { title: 'Harbour', notes: 'lantern' })
  await inSnapshot(from.db, async (db) => {
    const source = await databaseSource(db, await listTables(db))
    await to.db.transaction().execute((db) => fillDatabase(db, source))
  })
  expect((await searchTasks(to.db, 'ada', 'lant')).map(({ title }) => title)).toEqual(['Harbour'])
  expect(await findDamage(to.db)).toEqual([])
  await from.close()
  await to.close()
})

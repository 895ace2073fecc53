import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('assigns older keys to the route that creates a task', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0002-occurrences')
  await insertUserRow(db, 'ada')
  await sql`
    insert into idempotency_keys (user_id, key, task_id, answer, created_at)
      values ('ada', 'a key', 7, '{"id":7,"version":1}', ${NOW})`.execute(db)
  await migrate(db, '0003-keys-of-any-call')
  expect(await anyTables(db).selectFrom('idempotency_keys').selectAll().execute()).toEqual([
    {
      user_id: 'ada',
      key: 'POST /api/tasks a key',
      answer: '{"id":7,"version":1}',
      created_at: NOW,
    },
  ])
  await close()
})

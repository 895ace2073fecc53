import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'

import { migrate } from '../migrations.ts'

test('adds an empty table with one row per user and server', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0016-trash')
  await migrate(db, '0017-stream-users')
  const add = (user_id: string, server: number) =>
    db.insertInto('stream_users').values({ user_id, server }).execute()
  await add('ada', 1)
  await add('ada', 2)
  await expect(add('ada', 1)).rejects.toThrow(/unique/i)
  expect(await db.selectFrom('stream_users').selectAll().execute()).toHaveLength(2)
  await close()
})

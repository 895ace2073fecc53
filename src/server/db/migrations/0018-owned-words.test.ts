import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { searchTasks } from '#server/tasks/search/search.ts'
import { TEST_DIALECT, emptyDatabase } from '#tests/support/database.ts'
import { planOf } from '#tests/support/plan.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'
import { OWNED_WORDS, indexWord } from '../task-words.ts'

const ADA = 'ada00000-0000-4000-8000-000000000000'
const EVE = 'eve00000-0000-4000-8000-000000000000'

test('indexes the words of existing tasks separately for each user', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0012-deleted-tasks')
  for (const id of [ADA, EVE]) await insertUserRow(db, id)
  await insertTaskRow(db, ADA, { title: 'Two letters', notes: 'to the tower' })
  await insertTaskRow(db, EVE, { title: 'Two letters' })
  await migrate(db, '0016-trash')
  await migrate(db, '0018-owned-words')
  const idsFor = async (user: string, q: string) => (await searchTasks(db, user, q)).map(({ id }) => id)
  for (const q of ['t', 'tw', 'two', 'two letters']) {
    expect([q, await idsFor(ADA, q), await idsFor(EVE, q)]).toEqual([q, [1], [2]])
  }
  expect([await idsFor(ADA, 'tower'), await idsFor(EVE, 'tower')]).toEqual([[1], []])
  await anyTables(db).deleteFrom('users').where('id', '=', EVE).execute()
  const { rows } = await sql<{ left: number }>`select count(*) as "left" from task_words`.execute(db)
  expect(Number(rows[0]?.left)).toBe(1)
  await close()
})

test.runIf(TEST_DIALECT === 'postgres')('searches with the index', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0018-owned-words')
  const query = sql`select task_id from task_words where ${OWNED_WORDS} @@ 'oada & wadapass:*'::tsquery`
  expect(await planOf(db, query)).toMatch(/Index Scan on task_words_owned.*\n.*Index Cond/)
  await close()
})

test.runIf(TEST_DIALECT === 'postgres')('indexes the first words of a task that has too many', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0016-trash')
  await insertUserRow(db, ADA)
  const id = await insertTaskRow(db, ADA)
  const words = Array.from(
    { length: 35_000 },
    (_, i) => `w${String.fromCodePoint(0x4e00 + (i % 20_000))}${i}`,
  )
  const list = [`o${ADA.replaceAll('-', '')}`, ...words, ...words.map((word) => `${word}会议`)].join(' ')
  await sql`insert into task_words values
    (${id}, array_to_tsvector(string_to_array(${list}, ' ')))`.execute(db)
  await migrate(db, '0018-owned-words')
  const { rows } = await sql`select task_id from task_words
    where ${OWNED_WORDS} @@ ${`'${indexWord('anywhere', ADA, '一0')}'`}::tsquery`.execute(db)
  expect(rows).toEqual([{ task_id: id }])
  await close()
})

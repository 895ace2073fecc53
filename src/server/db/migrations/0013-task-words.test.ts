import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { searchTasks } from '#server/tasks/search/search.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

test('indexes the tasks of every user, but no deleted ones', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0012-deleted-tasks')
  for (const id of ['ada', 'eve']) await insertUserRow(db, id)
  const titles: string[] = []
  for (let i = 0; i < 120; i++) titles.push(`Letter ${i}`)
  for (const title of titles) await insertTaskRow(db, 'ada', { title })
  const done = { completed: true, completed_at: '2026-11-20T10:00:00.000Z' }
  await insertTaskRow(db, 'eve', { title: 'Straße', notes: '季度会议', next_steps: 'a letter', ...done })
  const row = {
    task_id: 999,
    user_id: 'eve',
    task: '{"title":"lost"}',
    dependents: '[]',
    deleted_at: '2026-11-20',
  }
  await anyTables(db).insertInto('deleted_tasks').values(row).execute()
  await migrate(db, '0013-task-words')
  const titlesFor = async (user: string, q: string) =>
    (await searchTasks(db, user, q)).map(({ title }) => title)
  for (const title of ['Letter 0', 'Letter 119']) expect(await titlesFor('ada', title)).toContain(title)
  for (const q of ['strasse', '会议', 'letter']) expect(await titlesFor('eve', q)).toEqual(['Straße'])
  expect(await titlesFor('eve', 'lost')).toEqual([])
  await close()
})

test('deletes the words of a task with the task', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0012-deleted-tasks')
  await insertUserRow(db, 'ada')
  await insertTaskRow(db, 'ada')
  await migrate(db, '0013-task-words')
  const count = async () =>
    Number(
      (await sql<{ count: number }>`select count(*) as count from task_words`.execute(db)).rows[0]?.count,
    )
  expect(await count()).toBe(1)
  await anyTables(db).deleteFrom('users').execute()
  expect(await count()).toBe(0)
  await close()
})

import { expect, test } from 'vitest'

import { emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('recomputes the keys of emails and categories, except a key that would become a duplicate', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0022-undos')
  const emails = ['ada@bücher.example', 'eve@xn--bcher-kva.example', 'eve@bücher.example', 'Bob@example.com']
  for (const email of emails)
    await anyTables(db)
      .insertInto('users')
      .values({ id: email, email, email_key: email.toLowerCase(), created_at: NOW, updated_at: NOW })
      .execute()
  for (const name of ['Straße', 'Strasse', 'Ｗork', 'Café'])
    await anyTables(db)
      .insertInto('categories')
      .values({ user_id: emails[0], name, name_key: name.toLowerCase(), created_at: NOW })
      .execute()
  await migrate(db, '0023-folded-keys')
  const users = await db.selectFrom('users').select(['email', 'email_key']).orderBy('email').execute()
  expect(Object.fromEntries(users.map((user) => [user.email, user.email_key]))).toEqual({
    'ada@bücher.example': 'ada@xn--bcher-kva.example',
    'eve@bücher.example': 'eve@bücher.example',
    'eve@xn--bcher-kva.example': 'eve@xn--bcher-kva.example',
    'Bob@example.com': 'bob@example.com',
  })
  const categories = await db.selectFrom('categories').select('name_key').orderBy('id').execute()
  expect(categories.map((row) => row.name_key)).toEqual(['straße', 'strasse', 'work', 'café'])
  await close()
})

test('normalizes file names, removes direction overrides, and numbers duplicates in a task', async () => {
  const { db, close } = await emptyDatabase()
  await migrate(db, '0022-undos')
  await insertUserRow(db, 'ada')
  const names = ['café.txt', 'cafe\u0301.txt', 'photo\u202egpj.exe', 'plain.txt']
  const attachments = JSON.stringify([...names, 'only a name'])
  const id = await insertTaskRow(db, 'ada', { attachments })
  for (const name of names)
    await anyTables(db)
      .insertInto('attachments')
      .values({ user_id: 'ada', task_id: id, name, blob: name, size: 1, type: 'text/plain', created_at: NOW })
      .execute()
  await migrate(db, '0023-folded-keys')
  const files = await db.selectFrom('attachments').select(['name', 'blob']).orderBy('id').execute()
  const wanted = ['café.txt', 'café (2).txt', 'photogpj.exe', 'plain.txt']
  expect(files).toEqual(wanted.map((name, i) => ({ name, blob: names[i] })))
  const [task] = await db.selectFrom('tasks').select('attachments').execute()
  expect(JSON.parse(String(task?.attachments))).toEqual([...wanted, 'only a name'])
  await close()
})

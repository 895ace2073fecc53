import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'

import { CATEGORY_LENGTH_MAX } from '#domain/categories/new-category.ts'
import { TITLE_LENGTH_MAX } from '#domain/tasks/task.ts'
import type { Database } from '#server/db/schema.ts'

import { insertTaskRow } from './rows.ts'

/** The approximate size of a task with texts of maximum length. */
export const TASK_BYTES = 200_000

/** Inserts tasks directly, each with four texts of 50,000 characters. */
export async function insertLongTasks(db: Database, userId: string, count: number, completed = false) {
  const ids: number[] = []
  for (let position = 0; position < count; position++) {
    const text = noise(TASK_BYTES / 4)
    const texts = { description: text, clear_goals: text, notes: text, next_steps: text }
    const completed_at = completed ? '2026-11-20T10:00:00.000Z' : null
    ids.push(await insertTaskRow(db, userId, { ...texts, position, completed, completed_at }))
  }
  return ids
}

/** Inserts tasks directly, each with a title of maximum length. */
export async function insertLongTitles(db: Database, userId: string, count: number): Promise<void> {
  for (let position = 0; position < count; position++) {
    await insertTaskRow(db, userId, { title: noise(TITLE_LENGTH_MAX), position })
  }
}

const ROWS_AT_ONCE = 500

/** Inserts categories directly, each with a name of maximum length. */
export async function insertCategories(db: Database, userId: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - made) }, () => {
      const name = noise(CATEGORY_LENGTH_MAX)
      return { user_id: userId, name, name_key: name, created_at: '2026-11-20T10:00:00.000Z' }
    })
    await db.insertInto('categories').values(rows).execute()
  }
}

/** Starts a request, and returns its response without reading it. */
export async function beginRead(
  url: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const request = get(url, { agent: false, headers: { cookie, ...headers } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // Errors at the end of a test, or when the server cuts the connection, are expected.
  response.on('error', () => undefined)
  request.on('error', () => undefined)
  return response
}

/** Returns random letters and digits, which don't compress well. */
function noise(length: number): string {
  let text = ''
  while (text.length < length) text += Math.random().toString(36).slice(2)
  return text.slice(0, length)
}

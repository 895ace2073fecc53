import { join } from 'node:path'

import Sqlite from 'better-sqlite3'

import type { TestServer } from '../../tests/support/server.ts'
import { DO, WHAT, WHY } from '../task-words.ts'

const CATEGORIES = ['Task', 'Meeting', 'Project', 'Reminder', 'Deadline', 'Appointment']
const HOUR_MS = 3_600_000

/** The number of tasks of a user. */
export type Amount = { open: number; completed: number }

/**
 * Adds copies of the newest task, with realistic text and the same owner. The newest task counts toward the total.
 * Spreads the open tasks over the levels.
 */
export function seedTasks(server: TestServer, { open, completed }: Amount): void {
  const now = Date.now()
  copyNewestTask(server, open + completed - 1, (copy) => {
    const index = copy + 1
    const isDone = index >= open
    return {
      title: `${DO[index % DO.length]} ${WHAT[index % WHAT.length]}`,
      description: index % 3 === 0 ? null : WHY,
      category: CATEGORIES[index % CATEGORIES.length],
      project_name: index % CATEGORIES.length === 2 ? 'House and garden' : null,
      priority: 1 + (index % 10),
      position: index,
      due_date: index % 3 === 0 ? dayAfter(now, index % 40) : null,
      estimated_time: index % 4 === 0 ? '2 hours' : null,
      completed: Number(isDone),
      completed_at: isDone ? new Date(now - index * HOUR_MS).toISOString() : null,
      progress: isDone ? 100 : (index * 5) % 100,
    }
  })
}

/** Returns the day a number of days after a moment, as `YYYY-MM-DD` in UTC. */
const dayAfter = (now: number, days: number) => new Date(now + days * 24 * HOUR_MS).toISOString().slice(0, 10)

/**
 * Copies the newest task a number of times, directly into the database of a stopped server.
 * @param changed returns the columns in which a copy differs, by its index from 0 and its id
 */
export function copyNewestTask(
  server: TestServer,
  count: number,
  changed: (copy: number, id: number) => Record<string, unknown>,
): void {
  const database = new Sqlite(join(server.dataDir, 'tenfold.db'))
  const first = database.prepare('select * from tasks order by id desc limit 1').get() as Record<
    string,
    unknown
  >
  const names = Object.keys(first)
  const insert = database.prepare(
    `insert into tasks (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
  )
  database.transaction(() => {
    for (let copy = 0; copy < count; copy++) {
      const id = Number(first['id']) + 1 + copy
      insert.run({ ...first, ...changed(copy, id), id })
    }
  })()
  database.close()
}

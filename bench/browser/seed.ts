import { join } from 'node:path'

import Sqlite from 'better-sqlite3'

import type { TestServer } from '../../tests/support/server.ts'
import { DO, WHAT, WHY } from '../task-words.ts'

const CATEGORIES = ['Task', 'Meeting', 'Project', 'Reminder', 'Deadline', 'Appointment']
const HOUR_MS = 3_600_000

/** How many tasks somebody has. */
export type Amount = { open: number; completed: number }

/**
 * Gives the person who has the newest task so many of realistic text, straight into the database of a server that has
 * stopped: like that task but for what tells tasks apart. That task stays, and the open ones are spread over the levels.
 */
export function seedTasks(server: TestServer, { open, completed }: Amount): void {
  const database = new Sqlite(join(server.dataDir, 'tenfold.db'))
  const first = database.prepare('select * from tasks order by id desc limit 1').get() as Record<
    string,
    unknown
  >
  const names = Object.keys(first)
  const insert = database.prepare(
    `insert into tasks (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
  )
  const now = Date.now()
  database.transaction(() => {
    for (let index = 1; index < open + completed; index++) {
      const isDone = index >= open
      insert.run({
        ...first,
        id: Number(first['id']) + index,
        title: `${DO[index % DO.length]} ${WHAT[index % WHAT.length]}`,
        description: index % 3 === 0 ? null : WHY,
        category: CATEGORIES[index % CATEGORIES.length],
        project_name: index % CATEGORIES.length === 2 ? 'House and garden' : null,
        priority: 1 + (index % 10),
        position: index,
        completed: Number(isDone),
        completed_at: isDone ? new Date(now - index * HOUR_MS).toISOString() : null,
        progress: isDone ? 100 : (index * 5) % 100,
      })
    }
  })()
  database.close()
}

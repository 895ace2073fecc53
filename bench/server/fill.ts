import { type SqlBool, sql } from 'kysely'

import { LEVELS, LEVEL_DEFAULT } from '../../src/domain/tasks/priority.ts'
import { initialFields } from '../../src/domain/tasks/task-fields.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { taskToRow } from '../../src/server/tasks/task-row.ts'

import { DO, WHAT, WHY } from '../task-words.ts'

export const TASKS = 1000
const USERS = 1000
const NOW = '2026-11-20T10:00:00.000Z'
const ROWS_AT_ONCE = 100

const CATEGORIES = ['Task', 'Meeting', 'Project', 'Learning', 'Personal', 'Health']

/**
 * Gives a user a thousand tasks with realistic text, two in five of them completed.
 * @param from the index of the first task to add
 * @param to the index of the first task to skip
 */
export async function fillTasks(db: Database, userId: string, from = 0, to = TASKS): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, index) => taskRow(userId, from + index))
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    await db
      .insertInto('tasks')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute()
  }
}

/** Adds at least `count` copies of the user's tasks, spread evenly over other users. */
export async function fillOthers(db: Database, userId: string, count: number, owners = USERS): Promise<void> {
  if (count === 0) return
  const users = Array.from({ length: owners }, (_, index) => `other-${String(index).padStart(4, '0')}`)
  for (let i = 0; i < users.length; i += ROWS_AT_ONCE) {
    const some = users.slice(i, i + ROWS_AT_ONCE)
    const rows = some.map((id) => ({ id, email: id, email_key: id, created_at: NOW, updated_at: NOW }))
    await db.insertInto('users').values(rows).execute()
  }
  const columns = Object.keys(taskRow(userId, 0)).filter((name) => name !== 'user_id')
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const isOfFirst = sql<SqlBool>`tasks.id in (select id from tasks where user_id = ${userId} order by id limit ${sql.lit(
    Math.ceil(count / owners),
  )})`
  await sql`
    insert into tasks (user_id, ${names})
      select users.id, ${sql.join(columns.map((name) => sql.ref(`tasks.${name}`)))} from users, tasks
        where users.id like 'other-%' and tasks.user_id = ${userId} and ${isOfFirst}
        order by users.id, tasks.priority, tasks.position`.execute(db)
}

/** Returns one of the tasks of `fillTasks` as a row. */
export function taskRow(userId: string, index: number) {
  const completed = index % 5 < 2
  const isWorkedOn = index % 7 === 0
  return taskToRow({
    ...initialFields(),
    title: `${DO[index % DO.length]} ${WHAT[index % WHAT.length]}`,
    description: index % 3 === 0 ? null : WHY,
    dueDate: index % 2 === 0 ? null : `2026-12-${String(1 + (index % 28)).padStart(2, '0')}T09:30`,
    priority: LEVELS[index % LEVELS.length] ?? LEVEL_DEFAULT,
    category: CATEGORIES[index % CATEGORIES.length] ?? '',
    projectName: index % CATEGORIES.length === 2 ? 'House and garden' : null,
    estimatedTime: index % 4 === 0 ? '2 hours 30 minutes' : null,
    startDate: index % 4 === 1 ? '2026-11-24' : null,
    endDate: index % 4 === 1 ? '2026-11-27' : null,
    progress: completed ? 100 : (index * 5) % 100,
    attachments: index % 50 === 0 ? ['plan.pdf'] : [],
    completed,
    completedAt: completed ? NOW : null,
    position: Math.floor(index / 10),
    isRecurring: index % 20 === 0,
    recurrenceFrequency: index % 20 === 0 ? 'Weekly' : null,
    elapsedTime: isWorkedOn ? 5400 : 0,
    clearGoals: isWorkedOn ? 'A version that can be sent to the others by Friday.' : null,
    notes: isWorkedOn ? 'Spoke to Ms. Ødegård:\n- bring both copies\n- the "old" form is fine' : null,
    userId,
    version: 1,
    createdAt: NOW,
    updatedAt: NOW,
  })
}

import { type SqlBool, sql } from 'kysely'

import type { Database } from '#server/db/schema.ts'

import { DO, WHAT, WHY } from '../task-words.ts'

export const TASKS = 1000
const USERS = 1000
const NOW = '2026-11-20T10:00:00.000Z'
const ROWS_AT_ONCE = 100

const CATEGORIES = ['Task', 'Meeting', 'Project', 'Learning', 'Personal', 'Health']

/** Gives a user a thousand tasks of realistic text, two in five of them done. */
export async function fillTasks(db: Database, userId: string): Promise<void> {
  const rows = Array.from({ length: TASKS }, (_, index) => taskRow(userId, index))
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    await db
      .insertInto('tasks')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute()
  }
}

/** Gives a thousand other users, between them, so many copies of the user's tasks. */
export async function fillOthers(db: Database, userId: string, count: number): Promise<void> {
  if (count === 0) return
  const users = Array.from({ length: USERS }, (_, index) => `other-${String(index).padStart(4, '0')}`)
  for (let i = 0; i < users.length; i += ROWS_AT_ONCE) {
    const some = users.slice(i, i + ROWS_AT_ONCE)
    const rows = some.map((id) => ({ id, email: id, email_key: id, created_at: NOW, updated_at: NOW }))
    await db.insertInto('users').values(rows).execute()
  }
  const columns = Object.keys(taskRow(userId, 0)).filter((name) => name !== 'user_id')
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const isOfFirst = sql<SqlBool>`tasks.id in (select id from tasks where user_id = ${userId} order by id limit ${sql.lit(
    Math.ceil(count / USERS),
  )})`
  await sql`
    insert into tasks (user_id, ${names})
      select users.id, ${sql.join(columns.map((name) => sql.ref(`tasks.${name}`)))} from users, tasks
        where users.id like 'other-%' and tasks.user_id = ${userId} and ${isOfFirst}
        order by users.id, tasks.priority, tasks.position`.execute(db)
}

function taskRow(userId: string, index: number) {
  const completed = index % 5 < 2
  const isWorkedOn = index % 7 === 0
  return {
    user_id: userId,
    title: `${DO[index % DO.length]} ${WHAT[index % WHAT.length]}`,
    description: index % 3 === 0 ? null : WHY,
    due_date: index % 2 === 0 ? null : `2026-12-${String(1 + (index % 28)).padStart(2, '0')}T09:30`,
    priority: 1 + (index % 10),
    category: CATEGORIES[index % CATEGORIES.length] ?? '',
    project_name: index % CATEGORIES.length === 2 ? 'House and garden' : null,
    estimated_time: index % 4 === 0 ? '2 hours 30 minutes' : null,
    start_date: index % 4 === 1 ? '2026-11-24' : null,
    end_date: index % 4 === 1 ? '2026-11-27' : null,
    progress: completed ? 100 : (index * 5) % 100,
    dependencies: '[]',
    attachments: index % 50 === 0 ? '["plan.pdf"]' : '[]',
    completed,
    completed_at: completed ? NOW : null,
    position: Math.floor(index / 10),
    is_recurring: index % 20 === 0,
    recurrence_frequency: index % 20 === 0 ? 'Weekly' : null,
    recurrence_forward_content: false,
    parent_task_id: null,
    elapsed_time: isWorkedOn ? 5400 : 0,
    clear_goals: isWorkedOn ? 'A version that can be sent to the others by Friday.' : null,
    notes: isWorkedOn ? 'Spoke to Ms. Ødegård:\n- bring both copies\n- the "old" form is fine' : null,
    next_steps: null,
    version: 1,
    created_at: NOW,
    updated_at: NOW,
  }
}

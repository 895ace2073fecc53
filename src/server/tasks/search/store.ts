import { setImmediate } from 'node:timers/promises'

import { type RawBuilder, sql } from 'kysely'

import type { Ranked } from '#domain/search/rank.ts'
import type { Searched } from '#domain/search/excerpt.ts'
import type { SearchQuery } from '#domain/search/words.ts'
import type { Task } from '#domain/tasks/task.ts'

import { dialectOf } from '../../db/dialect.ts'
import type { Database } from '../../db/schema.ts'
import { OWNED_WORDS, indexWord, ownerWord } from '../../db/task-words.ts'

/** The maximum number of matching tasks to rank. If more match, only the newest are ranked. */
export const CANDIDATES_MAX = 100
/** Each task can have 200,000 characters. */
const TEXTS_AT_ONCE = 5

const COLUMNS = sql`id, title, priority, category, project_name as "projectName", completed_at as "completedAt",
  updated_at as "updatedAt"`

export type Candidate = Ranked & Pick<Task, 'priority'>

/**
 * Returns the user's newest open or completed tasks that contain every term, in the title or anywhere. The order is
 * undefined. Accents don't count. Checks the owner of each task itself, without relying on the index.
 */
export async function listNewestMatches(
  db: Database,
  userId: string,
  { terms }: SearchQuery,
  { completed, where, count }: { completed: boolean; where: 'title' | 'anywhere'; count: number },
): Promise<Candidate[]> {
  const wanted = terms.map(({ spellings }) => spellings.map((word) => indexWord(where, userId, word)))
  const newest = selectNewest(db, ownerWord(userId, completed), wanted, count)
  const { rows } = await sql<Candidate>`${tasksOf(db, userId, newest, COLUMNS)}`.execute(db)
  return rows
}

/** Reads the given tasks of the user with their text, in the given order and with pauses for other requests. */
export async function* readSearched(
  db: Database,
  userId: string,
  tasks: readonly Candidate[],
): AsyncGenerator<Candidate & Searched> {
  const columns = sql`${COLUMNS}, description, notes, clear_goals as "clearGoals", next_steps as "nextSteps"`
  for (let i = 0; i < tasks.length; i += TEXTS_AT_ONCE) {
    if (i > 0) await setImmediate()
    const some = tasks.slice(i, i + TEXTS_AT_ONCE)
    const wanted = some.map(({ id }) => sql`select cast(${id} as integer) as task_id`)
    const found = sql`${sql.join(wanted, sql` union all `)}`
    const { rows } = await sql<Candidate & Searched>`${tasksOf(db, userId, found, columns)}`.execute(db)
    for (const { id } of some) yield* rows.filter((row) => row.id === id)
  }
}

/** Selects the user's tasks by id. A plain join would often make both databases read all of the user's tasks. */
function tasksOf(
  db: Database,
  userId: string,
  ids: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isOne = sql`tasks.id = found.task_id and tasks.user_id = ${userId}`
  return dialectOf(db) === 'sqlite'
    ? sql`select ${columns} from (${ids}) as found cross join tasks where ${isOne}`
    : sql`select one.* from (${ids}) as found cross join lateral
        (select ${columns} from tasks where ${isOne} offset 0) as one`
}

/** Selects the ids of the newest tasks that have at least one word of each list in `wanted` in the index. */
function selectNewest(
  db: Database,
  owner: string,
  wanted: readonly (readonly string[])[],
  count: number,
): RawBuilder<unknown> {
  if (dialectOf(db) === 'sqlite') {
    const either = wanted.map((words) => `(${words.map((word) => `"${word}"*`).join(' OR ')})`)
    return sql`select rowid as task_id from task_words
      where task_words match ${[`"${owner}"`, ...either].join(' AND ')} order by rowid desc limit ${count}`
  }
  const either = wanted.map((words) => `(${words.map((word) => `'${word}':*`).join(' | ')})`)
  // Without the materialized step, PostgreSQL would scan the rows by id when it expects many matches.
  return sql`with found as materialized
      (select task_id from task_words where ${OWNED_WORDS} @@ ${[`'${owner}'`, ...either].join(' & ')}::tsquery)
    select task_id from found order by task_id desc limit ${count}`
}

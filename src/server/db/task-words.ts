import { sql } from 'kysely'

import { indexWords } from '#domain/search/words.ts'
import type { Task } from '#domain/tasks/task.ts'

import { type DialectName, dialectOf } from './dialect.ts'
import { givenRows } from './given-rows.ts'
import { post } from './prepared.ts'
import type { Database } from './schema.ts'

/**
 * The search index of tasks, an FTS5 table or a table with a GIN index. The index is derived from the tasks, so backups
 * and moves exclude it. Decision 047 describes its words.
 */
export const WORDS_TABLE = 'task_words'

/**
 * The maximum number of a task's words in the index, and their maximum total length in UTF-16 units, because a
 * `tsvector` can have at most 1 MB.
 */
const WORDS_MAX = 45_000
const WORDS_LENGTH_MAX = 250_000

/** Each task can have 200,000 characters. */
const TASKS_AT_ONCE = 50

const TEXT_FIELDS = [
  'title',
  'category',
  'projectName',
  'description',
  'notes',
  'clearGoals',
  'nextSteps',
] as const

export type IndexedTask = Pick<Task, 'id' | 'userId' | 'completed' | (typeof TEXT_FIELDS)[number]>

export function changesWords(before: IndexedTask, after: IndexedTask): boolean {
  return before.completed !== after.completed || TEXT_FIELDS.some((field) => before[field] !== after[field])
}

/** Writes the words of tasks to the index. Deleting a task also deletes its words. */
export async function writeTaskWords(db: Database, tasks: readonly IndexedTask[]): Promise<void> {
  if (tasks.length === 0) return
  const rows = tasks.map((task) => ({ id: task.id, words: wordsOf(task, dialectOf(db)).join(' ') }))
  const given = givenRows(db, { id: 'integer', words: 'text' }, rows)
  if (dialectOf(db) === 'sqlite') {
    await sql`insert or replace into task_words (rowid, words) select id, words from ${given}`.execute(db)
    return
  }
  await post(
    db,
    sql`insert into task_words (task_id, words)
      select id, array_to_tsvector(string_to_array(words, ' ')) from ${given} as given
      on conflict (task_id) do update set words = excluded.words`,
  )
}

/** Writes the words of every task, after rows were copied or the table was created. */
export async function indexAllTasks(db: Database): Promise<void> {
  let last = 0
  for (;;) {
    const tasks = await tasksAfter(db, last)
    await writeTaskWords(db, tasks)
    const next = tasks.at(-1)
    if (!next) return
    last = next.id
  }
}

async function tasksAfter(db: Database, id: number): Promise<IndexedTask[]> {
  const rows = await db
    .selectFrom('tasks')
    .select([
      'id',
      'user_id as userId',
      'completed',
      'title',
      'category',
      'project_name as projectName',
      'description',
      'notes',
      'clear_goals as clearGoals',
      'next_steps as nextSteps',
    ])
    .where('id', '>', id)
    .orderBy('id')
    .limit(TASKS_AT_ONCE)
    .execute()
  return rows.map((row) => ({ ...row, completed: Boolean(row.completed) }))
}

/** The first letter of an index word is its kind, because one table contains all kinds. */
const KINDS = { anywhere: 'w', title: 't', open: 'o', completed: 'c' } as const

/** The number of characters of the owner's id in each index word, after its kind. Decision 066 explains why. */
const OWNER_LENGTH = 6

const OWNER = `substr(split_part(words::text, '''', 2), 2, ${OWNER_LENGTH})`

/** Rows written before `WORDS_MAX` existed can have more words. */
const FITTING = `case when length(words) > ${WORDS_MAX}
  then array_to_tsvector((tsvector_to_array(words))[1:${WORDS_MAX}]) else words end`

/**
 * The words of a row as PostgreSQL indexes them. The words are stored without their owner. The owner's id is in the
 * first word of the `tsvector`, because the letters of `ownerWord` come before the others in the alphabet.
 */
export const OWNED_WORDS = sql.raw(
  `(replace(replace((${FITTING})::text, '''t', '''t' || ${OWNER}), '''w', '''w' || ${OWNER})::tsvector)`,
)

export function indexWord(kind: 'anywhere' | 'title', userId: string, word: string): string {
  return KINDS[kind] + plainId(userId).slice(0, OWNER_LENGTH) + word
}

/** Returns the index word of all open or all completed tasks of a user. */
export function ownerWord(userId: string, completed: boolean): string {
  return KINDS[completed ? 'completed' : 'open'] + plainId(userId)
}

function plainId(userId: string): string {
  return userId.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Returns the words to store for a task. SQLite can't index an expression, so it stores them with their owner. */
export function wordsOf(task: IndexedTask, dialect: DialectName): string[] {
  const words = new Set([ownerWord(task.userId, task.completed)])
  const storedWord = (kind: 'anywhere' | 'title', word: string) =>
    dialect === 'sqlite' ? indexWord(kind, task.userId, word) : KINDS[kind] + word
  for (const word of indexWords(task.title)) words.add(storedWord('title', word))
  let length = 0
  for (const field of TEXT_FIELDS) {
    for (const word of indexWords(task[field] ?? '')) {
      length += word.length + 1
      if (length > WORDS_LENGTH_MAX || words.size === WORDS_MAX) return [...words]
      words.add(storedWord('anywhere', word))
    }
  }
  return [...words]
}

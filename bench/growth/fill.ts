import { sql } from 'kysely'

import { type DialectName, dialectOf } from '../../src/server/db/dialect.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { wordsOf, writeTaskWords } from '../../src/server/db/task-words.ts'
import { rowToTask, TASK_COLUMNS } from '../../src/server/tasks/task-row.ts'

import { TASKS, fillTasks, taskRow } from '../server/fill.ts'
import { SAMPLE_USER, addOtherRows, at } from './other-rows.ts'
import { sentence } from './vocabulary.ts'

/** The number of distinct tasks among the other users. */
const SAMPLES = 2000
/** The number of characters of the owner's id in each index word. */
const MARK_LENGTH = 6
const ROWS_AT_ONCE = 100

/**
 * Gives a user a thousand tasks, and the other users `tasks` in total. Each pass adds one task for every other user and
 * then some of the user's, so that each user's rows are spread over the table, as if all users worked at the same time.
 * Creates the indexes last.
 * @param users the number of other users, or 0 for none
 */
export async function fillGrown(
  db: Database,
  userId: string,
  { users, tasks }: { users: number; tasks: number },
): Promise<void> {
  const passes = Math.max(1, Math.round(tasks / Math.max(users, 1)))
  const share = Math.ceil(TASKS / passes)
  const indexes = users > 0 ? await dropIndexes(db) : []
  if (users > 0) await addSamples(db, users)
  for (let pass = 0; pass < passes; pass++) {
    if (users > 0) await addTasks(db, pass)
    const first = pass * share
    if (first < TASKS) await fillTasks(db, userId, first, Math.min(TASKS, first + share))
  }
  if (users > 0) {
    await addOtherRows(db)
    await removeSamples(db)
  }
  for (const index of indexes) await sql.raw(index.sql).execute(db)
  await indexTasksOf(db, userId)
}

async function dropIndexes(db: Database): Promise<Index[]> {
  const indexes = await readIndexes(db)
  for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(db)
  // The search index is built last, because it takes the longest.
  return indexes.toSorted((a, b) => Number(a.sql.includes('gin')) - Number(b.sql.includes('gin')))
}

type Index = { name: string; sql: string }

/** Lists the indexes that no constraint needs. */
async function readIndexes(db: Database): Promise<Index[]> {
  const query =
    dialectOf(db) === 'sqlite'
      ? sql<Index>`select name, sql from sqlite_schema where type = 'index' and sql is not null`
      : sql<Index>`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as sql
          from pg_index join pg_class on pg_class.oid = indexrelid
          where relnamespace = 'public'::regnamespace and relname not like 'kysely%'
            and not exists (select from pg_constraint where conindid = indexrelid)`
  return (await query.execute(db)).rows
}

/** Adds the other users and the sample tasks from which their tasks are copied. */
async function addSamples(db: Database, users: number): Promise<void> {
  const isSqlite = dialectOf(db) === 'sqlite'
  await sql`create table bench_others (n integer primary key, id text, mark text)`.execute(db)
  if (isSqlite) {
    await sql`with recursive k(n) as (select 1 union all select n + 1 from k where n < ${users}),
        h(n, mark) as materialized (select n, lower(hex(randomblob(16))) from k)
      insert into bench_others select n, substr(mark, 1, 8) || '-' || substr(mark, 9, 4) || '-' || substr(mark, 13, 4)
        || '-' || substr(mark, 17, 4) || '-' || substr(mark, 21), mark from h`.execute(db)
  } else {
    await sql`insert into bench_others select n, id, replace(id, '-', '') from
      (select n, gen_random_uuid()::text as id from generate_series(1, ${users}::integer) as n) as k`.execute(
      db,
    )
  }
  await sql`insert into users (id, email, email_key, first_name, last_name, created_at, updated_at)
    select id, 'person' || n || '@example.com', 'person' || n || '@example.com', 'Ada', 'Lovelace', ${at(db, 'n')}, ${at(db, 'n')}
    from bench_others`.execute(db)
  const now = new Date().toISOString()
  const row = {
    id: SAMPLE_USER,
    email: SAMPLE_USER,
    email_key: SAMPLE_USER,
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('users').values(row).execute()
  const rows = Array.from({ length: SAMPLES }, (_, index) => sampleRow(index))
  for (let i = 0; i < SAMPLES; i += ROWS_AT_ONCE) {
    await db
      .insertInto('tasks')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute()
  }
  await sql`create table bench_words (n integer primary key, task_id integer, words text)`.execute(db)
  const tasks = await db
    .selectFrom('tasks')
    .select(TASK_COLUMNS)
    .where('user_id', '=', SAMPLE_USER)
    .orderBy('id')
    .execute()
  for (const [n, row] of tasks.entries()) {
    const words = wordsOf(rowToTask(row), dialectOf(db)).join(' ')
    await sql`insert into bench_words values (${n}, ${row.id}, ${words})`.execute(db)
  }
}

function sampleRow(index: number) {
  const row = taskRow(SAMPLE_USER, index)
  const isShort = index % 3 === 0
  return {
    ...row,
    title: `${row.title} ${sentence(index, 2)}`,
    description: isShort ? null : index % 3 === 1 ? row.description : sentence(index + SAMPLES, 20),
    notes: index % 7 === 0 ? sentence(index + 2 * SAMPLES, 40) : null,
  }
}

/** Adds one task for every other user. */
async function addTasks(db: Database, pass: number): Promise<void> {
  const isSqlite = dialectOf(db) === 'sqlite'
  const { rows } = await sql<{ last: number }>`select max(id) as last from tasks`.execute(db)
  const last = rows[0]?.last ?? 0
  const columns = Object.keys(taskRow('', 0)).filter((name) => name !== 'user_id')
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const values = sql.join(columns.map((name) => sql.ref(`tasks.${name}`)))
  const sample = sql`(bench_others.n * 7 + ${sql.lit(pass)} * 13) % ${sql.lit(SAMPLES)}`
  await sql`insert into tasks (id, user_id, ${names})
    select ${sql.lit(last)} + bench_others.n, bench_others.id, ${values} from bench_others
      join bench_words on bench_words.n = ${sample} join tasks on tasks.id = bench_words.task_id`.execute(db)
  const words = sql`replace(replace(bench_words.words, ${SAMPLE_USER}, mark),
    ${SAMPLE_USER.slice(0, MARK_LENGTH)}, substr(mark, 1, ${sql.lit(MARK_LENGTH)}))`
  await sql`insert into task_words (${sql.ref(isSqlite ? 'rowid' : 'task_id')}, words)
    select ${sql.lit(last)} + bench_others.n, ${isSqlite ? words : sql`array_to_tsvector(string_to_array(${words}, ' '))`}
      from bench_others join bench_words on bench_words.n = ${sample}`.execute(db)
  if (isSqlite) return
  await sql`select setval(pg_get_serial_sequence('tasks', 'id'), (select max(id) from tasks))`.execute(db)
}

async function removeSamples(db: Database): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    await sql`delete from task_words where task_id in (select task_id from bench_words)`.execute(db)
  }
  await db
    .deleteFrom('tasks')
    .where('id', 'in', sql<number>`(select task_id from bench_words)`)
    .execute()
  await db.deleteFrom('users').where('id', '=', SAMPLE_USER).execute()
  await sql`drop table bench_words`.execute(db)
  await sql`drop table bench_others`.execute(db)
}

async function indexTasksOf(db: Database, userId: string): Promise<void> {
  const rows = await db.selectFrom('tasks').select(TASK_COLUMNS).where('user_id', '=', userId).execute()
  await db.transaction().execute((db) => writeTaskWords(db, rows.map(rowToTask)))
}

/** Collects statistics for a filled PostgreSQL database. SQLite has no statistics, as in production. */
export async function settle(db: Database, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres') await sql`vacuum (analyze, freeze)`.execute(db)
}

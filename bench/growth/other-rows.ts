import { type RawBuilder, sql } from 'kysely'

import { dialectOf } from '../../src/server/db/dialect.ts'
import type { Database } from '../../src/server/db/schema.ts'

import { taskRow } from '../server/fill.ts'

/** The owner of the sample tasks that are copied for the other users. */
export const SAMPLE_USER = 'z'.repeat(32)

/** Adds rows to the other tables that grow: for each user, a session, 20 changes, 5 keys, 2 files and so on. */
export async function addOtherRows(db: Database): Promise<void> {
  const add: Add = (table, columns, values, rest = sql``) =>
    sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${values} from bench_others ${rest}`.execute(db)
  const no = dialectOf(db) === 'sqlite' ? sql`0` : sql`false`
  await addAccounts(db, add, no)
  await addData(db, add, no)
  await addTrash(db, add)
  await addTemplates(db, add)
}

/** Adds a row of `values` for each other user. `rest` continues the query after `from bench_others`. */
type Add = (
  table: string,
  columns: readonly string[],
  values: RawBuilder<unknown>,
  rest?: RawBuilder<unknown>,
) => Promise<unknown>

async function addAccounts(db: Database, add: Add, no: RawBuilder<unknown>): Promise<void> {
  await add('settings', ['user_id', 'hides_banner'], sql`id, ${no}`)
  await add(
    'passwords',
    ['user_id', 'hash', 'updated_at'],
    sql`id, ${`$argon2id$${'x'.repeat(90)}`}, ${at(db, 'n')}`,
  )
  const sess = JSON.stringify({
    createdAt: now(),
    lastUsedAt: now(),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  })
  await add(
    'sessions',
    ['sid', 'user_id', 'sess', 'expire'],
    sql`mark || mark, id, ${sess}, ${at(db, '-86400 - n * 10')}`,
  )
  await add(
    'oidc_identities',
    ['issuer', 'subject', 'user_id', 'created_at'],
    sql`'https://id.example.com', mark, id, ${at(db, 'n')}`,
    sql`where n % 4 = 0`,
  )
  await add('failed_checks', ['key', 'failed_at'], sql`mark, ${at(db, 'n / 400')}`, sql`where n % 400 = 0`)
}

async function addData(db: Database, add: Add, no: RawBuilder<unknown>): Promise<void> {
  const task = sql`(select min(id) from tasks where user_id <> ${SAMPLE_USER}) + bench_others.n - 1`
  await add(
    'categories',
    ['user_id', 'name', 'name_key', 'created_at'],
    sql`id, 'Area ' || i, 'area ' || i, ${at(db, 'n')}`,
    upTo(3),
  )
  await add(
    'changes',
    ['user_id', 'number', 'kind', 'entity', 'version', 'deleted'],
    sql`id, i, 'task', cast(bench_others.n + i as text), i, ${no}`,
    upTo(20),
  )
  await add(
    'idempotency_keys',
    ['user_id', 'key', 'fingerprint', 'entity', 'version', 'created_at'],
    sql`id, 'POST /api/tasks ' || mark || i, mark || '00000000000', '[' || n || ']', 1, ${at(db, 'n / 4 + i')}`,
    upTo(5),
  )
  await add('occurrences', ['user_id', 'series_id', 'occurrence'], sql`id, ${task}, i`, upTo(2))
  const file = sql`'plan ' || i || '.pdf', mark || i, 50000, 'application/pdf', ${at(db, 'n')}`
  await add(
    'attachments',
    ['user_id', 'task_id', 'name', 'blob', 'size', 'type', 'created_at'],
    sql`id, ${task}, ${file}`,
    upTo(2),
  )
}

async function addTrash(db: Database, add: Add): Promise<void> {
  await add(
    'deleted_tasks',
    ['task_id', 'user_id', 'title', 'level', 'task', 'dependents', 'deleted_at'],
    sql`1000000000 + n, id, 'Renew the passports', 5, ${JSON.stringify(taskRow('', 7))}, '[]', ${at(db, 'n * 10')}`,
  )
  await add(
    'deleted_attachments',
    ['id', 'task_id', 'user_id', 'name', 'blob', 'size', 'type', 'created_at'],
    sql`1000000000 + n, 1000000000 + n, id, 'plan.pdf', mark, 50000, 'application/pdf', ${at(db, 'n')}`,
    sql`where n % 20 = 0`,
  )
  await add(
    'deleted_templates',
    ['template_id', 'user_id', 'name', 'tasks', 'template', 'deleted_at'],
    sql`1000000000 + n, id, 'Move house', 0, '{}', ${at(db, 'n * 10')}`,
    sql`where n % 50 = 0`,
  )
  await add(
    'deleted_categories',
    ['category_id', 'user_id', 'name', 'name_key', 'created_at', 'deleted_at'],
    sql`1000000000 + n, id, 'Garden', 'garden', ${at(db, 'n')}, ${at(db, 'n * 10')}`,
    sql`where n % 50 = 0`,
  )
}

async function addTemplates(db: Database, add: Add): Promise<void> {
  const isPublic = dialectOf(db) === 'sqlite' ? sql`n % 10000 = 0` : sql`(n % 10000 = 0)`
  await add(
    'project_templates',
    ['name', 'is_public', 'created_by', 'created_at', 'updated_at'],
    sql`'Move house', ${isPublic}, id, ${at(db, 'n')}, ${at(db, 'n')}`,
    sql`where n % 10 = 0`,
  )
  await sql`insert into template_tasks (template_id, title, position, dependencies, created_at)
    select project_templates.id, 'Order boxes', i, '[]', project_templates.created_at from project_templates ${upTo(5)}`.execute(
    db,
  )
}

/** Repeats each row for `i` from 1 to `count`. */
function upTo(count: number): RawBuilder<unknown> {
  const numbers = Array.from({ length: count }, (_, index) => sql`select ${sql.lit(index + 1)} as i`)
  return sql`cross join (${sql.join(numbers, sql` union all `)}) as k`
}

function now(): string {
  return new Date().toISOString()
}

/** Returns the time a number of seconds ago. */
export function at(db: Database, seconds: string): RawBuilder<unknown> {
  return dialectOf(db) === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${now()}, (-1 * (${sql.raw(seconds)})) || ' seconds')`
    : sql`${now()}::timestamptz - (${sql.raw(seconds)}) * interval '1 second'`
}

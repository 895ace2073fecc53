import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * Idempotency keys store a reference to the result instead of the whole response. A series stores a separate day of the
 * month for the due, start and end date.
 */
export async function keysAndSeriesDays(db: Kysely<never>): Promise<void> {
  await shortenKeys(db)
  await splitSeriesDays(db)
}

type OldKey = { user_id: string; key: string; answer: string }

const KEYS_AT_ONCE = 500

async function shortenKeys(db: Kysely<never>): Promise<void> {
  const keys = db.schema.alterTable('idempotency_keys')
  // Null for older keys, whose bodies are unknown.
  await keys.addColumn('fingerprint', 'text').execute()
  await keys.addColumn('entity', 'text', (c) => c.notNull().defaultTo('')).execute()
  await keys.addColumn('version', 'integer').execute()
  let last = { user_id: '', key: '' }
  for (;;) {
    const { rows } = await sql<OldKey>`
      select user_id, key, answer from idempotency_keys
        where user_id > ${last.user_id} or (user_id = ${last.user_id} and key > ${last.key})
        order by user_id, key limit ${KEYS_AT_ONCE}`.execute(db)
    for (const row of rows) {
      const { entity, version } = outcomeOf(JSON.parse(row.answer))
      await sql`update idempotency_keys set entity = ${entity}, version = ${version}
        where user_id = ${row.user_id} and key = ${row.key}`.execute(db)
    }
    const end = rows.at(-1)
    if (!end) break
    last = end
  }
  await keys.dropColumn('answer').execute()
}

type OldThing = { id?: number; name?: string; version?: number }
type OldAnswer = OldThing | OldThing[] | { task: OldThing; next: OldThing | null }

/** The result of a request: a task and its next occurrence, the tasks of a project, a template, or a file by name. */
function outcomeOf(answer: OldAnswer): { entity: string; version: number | null } {
  if (Array.isArray(answer)) return { entity: JSON.stringify(answer.map(({ id }) => id)), version: null }
  const { task = answer as OldThing, next = null } = 'task' in answer ? answer : {}
  const ids = [task.id ?? task.name, next?.id].filter((id) => id !== undefined)
  return { entity: JSON.stringify(ids), version: task.version ?? null }
}

const READABLE = '____-__-__%'

/** The existing series day belongs to the first of these dates that is set: due, start, end. */
async function splitSeriesDays(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('occurrences').renameColumn('series_day', 'due_series_day').execute()
  for (const column of ['start_series_day', 'end_series_day'])
    await db.schema
      .alterTable('occurrences')
      .addColumn(column, 'integer', (c) => c.check(sql`${sql.ref(column)} between 1 and 31`))
      .execute()
  const isDue = sql`coalesce(due_date, '') like ${sql.lit(READABLE)}`
  const isStart = sql`coalesce(start_date, '') like ${sql.lit(READABLE)}`
  await sql`
    update occurrences set
      start_series_day = case when ${ledBy(sql`not ${isDue} and ${isStart}`)} then due_series_day end,
      end_series_day = case when ${ledBy(sql`not ${isDue} and not ${isStart}`)} then due_series_day end,
      due_series_day = case when ${ledBy(isDue)} then due_series_day end
    where due_series_day is not null`.execute(db)
}

function ledBy(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`task_id in (select id from tasks where ${condition})`
}

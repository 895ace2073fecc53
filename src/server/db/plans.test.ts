import SqliteDatabase from 'better-sqlite3'
import { CompiledQuery, DefaultQueryExecutor, sql } from 'kysely'
import { Client as PostgresClient } from 'pg'
import { type MockInstance, afterAll, beforeAll, expect, test, vi } from 'vitest'

import { makeThings, requestFor } from '#tests/support/api-cases.ts'
import { ask } from '#tests/support/api-walk.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { TEST_DIALECT } from '#tests/support/database.ts'

import { documentOf } from '../http/openapi/document.ts'
import { operationsOf } from '../http/openapi/operations.ts'
import type { Database } from './schema.ts'
import { listTables } from './tables.ts'

/** A query that reads one row to check whether a table is empty. */
const READ_ONE_ROW = /^select "id" from "users" limit /

const STATEMENT = /^(select|insert|update|delete|with)\b/

let server: TestApp
const queries = new Map<string, CompiledQuery>()
/** Every statement that reached the database driver. */
let driven: string[]
beforeAll(async () => {
  server = await buildTestApp()
  // The first sign-up also queries a database of the test setup, so it happens before queries are recorded.
  await signUp(server)
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  const driver = spyOnDriver()
  await makeEveryCall(server)
  await makeCallsWithConditions(await signUp(server))
  for (const [query] of spy.mock.calls) queries.set(query.sql, query)
  driven = driver.mock.calls.map(([query]) => (typeof query === 'string' ? query : query.text))
  spy.mockRestore()
  driver.mockRestore()
}, 60_000)
afterAll(() => server.close())

function spyOnDriver() {
  const spy: unknown =
    TEST_DIALECT === 'sqlite'
      ? vi.spyOn(SqliteDatabase.prototype, 'prepare')
      : vi.spyOn(PostgresClient.prototype, 'query')
  return spy as MockInstance<(query: string | { text: string }) => unknown>
}

/** Sends each documented request with valid input, except the endless stream. */
async function makeEveryCall(server: TestApp): Promise<void> {
  let client = await signUp(server)
  for (const operation of operationsOf(documentOf(server.app))) {
    if (operation.call.operationId === 'listen') continue
    const response = await ask(server.app, client, operation, requestFor(operation, await makeThings(client)))
    expect(response.statusCode).toBeLessThan(500)
    // Some requests end the session.
    if ((await client.get('/api/auth/user')).statusCode !== 200) client = await signUp(server)
  }
}

/** Requests that run other queries only with certain parameters. */
async function makeCallsWithConditions(client: Client): Promise<void> {
  const { task } = await makeThings(client)
  const other = { title: 'Next', dependencies: [task], isRecurring: true, recurrenceFrequency: 'Weekly' }
  const made = await client.post('/api/tasks', other, { 'idempotency-key': 'once' })
  const { id } = made.json<{ id: number }>()
  const answers = [
    await client.patch(`/api/tasks/${id}`, { completed: true, dueDate: '2026-11-20' }),
    await client.patch(`/api/tasks/${task}`, { priority: 2, attachments: [] }),
    await client.get('/api/tasks?since=1'),
    await client.get('/api/tasks?completed=false'),
    await client.get('/api/tasks?completed=true'),
    await client.get('/api/tasks/completed/totals?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z'),
    await client.get(
      `/api/tasks/completed?category=Task&from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z&limit=5&before=${id}`,
    ),
    await client.delete(`/api/tasks/${task}`),
  ]
  for (const { statusCode, body } of answers) expect([statusCode < 300, body]).toEqual([true, body])
}

test('checks every statement that reaches the driver', () => {
  const asked = driven.filter((statement) => STATEMENT.test(statement))
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.filter((statement) => !queries.has(statement))).toEqual([])
})

test('no query of a request reads a whole table or index', async () => {
  const asked = [...queries.values()].filter(({ sql }) => STATEMENT.test(sql))
  expect(asked.length).toBeGreaterThan(50)
  const whole: string[] = []
  for (const query of asked.filter(({ sql }) => !READ_ONE_ROW.test(sql))) {
    for (const table of await readWhole(server.db, query)) whole.push(`${table}: ${query.sql}`)
  }
  expect(whole).toEqual([])
})

test.each([
  'select * from tasks where user_id = $1 order by title',
  'select * from tasks where title = $1',
  'select tasks.id from tasks, users where users.id = $1',
  'update tasks set position = 0 where category = $1',
])('detects a full scan: %s', async (text) => {
  const query = CompiledQuery.raw(TEST_DIALECT === 'sqlite' ? text.replace('$1', '?') : text, ['x'])
  expect(await readWhole(server.db, query)).toEqual(text.includes('where user_id') ? [] : ['tasks'])
})

/** Returns the tables that a query would read completely. */
function readWhole(db: Database, query: CompiledQuery): Promise<string[]> {
  return TEST_DIALECT === 'sqlite' ? readWholeBySqlite(db, query) : readWholeByPostgres(db, query)
}

/** Matches 'SCAN tasks' and 'SCAN tasks USING INDEX tasks_list', but not 'SCAN blobs', a subquery's result. */
async function readWholeBySqlite(db: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const tables = new Set((await listTables(db)).map(({ name }) => name))
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await db.executeQuery<{ detail: string }>(explain)
  return rows
    .flatMap(({ detail }) => /^SCAN ([a-z_]+)\b/.exec(detail)?.[1] ?? [])
    .filter((name) => tables.has(name))
}

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

type Index = { name: string; table: string; first: string }

/** Forbids sequential scans, because PostgreSQL would scan a small test table instead of using an index. */
function readWholeByPostgres(db: Database, query: CompiledQuery): Promise<string[]> {
  return db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const indexes = await sql<Index>`select indexname as name, tablename as table,
      substring(indexdef from '\\((\\w+)') as first from pg_indexes where schemaname = 'public'`.execute(db)
    const explain = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain)
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => wholeIn(Plan, indexes.rows)))
  })
}

/** An index without a condition on its first column is read completely too. */
function wholeIn(node: PlanNode, indexes: readonly Index[]): string[] {
  const below = (node.Plans ?? []).flatMap((one) => wholeIn(one, indexes))
  if (node['Node Type'] === 'Seq Scan') return [node['Relation Name'] ?? '', ...below]
  const index = indexes.find(({ name }) => name === node['Index Name'])
  if (!index || node['Index Cond']?.includes(index.first)) return below
  return [index.table, ...below]
}

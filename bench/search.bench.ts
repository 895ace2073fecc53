// `npm run bench:search`: searches 50,000 tasks of one user, on SQLite and on PostgreSQL. Exits with 1 if a target is missed.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findPostgres } from '../scripts/postgres.mjs'
import { indexAllTasks } from '../src/server/db/task-words.ts'
import { openPostgres } from '../src/server/db/postgres.ts'
import type { Database } from '../src/server/db/schema.ts'
import { openSqlite } from '../src/server/db/sqlite.ts'
import { searchTasks } from '../src/server/tasks/search/search.ts'
import { copyBinaries } from '../tests/support/postgres/binaries.ts'
import { startCluster } from '../tests/support/postgres/cluster.ts'
import { insertUserRow } from '../tests/support/rows.ts'
import { median } from './measure.ts'
import { type Row, printRows } from './performance-file.ts'
import { TASKS as TASKS_AT_ONCE, fillTasks } from './server/fill.ts'

const TASKS = 50_000
const TARGET_MS = 50
const ROUNDS = 15
const USER = randomUUID()

/** The queries, from a rare word to words that most tasks contain. */
const QUERIES = ['ødegård', 'passports', 'cafe jurgen', 'blue folder', 'p', 'th', 'the']

async function measure(name: string, db: Database): Promise<Row[]> {
  await insertUserRow(db, USER)
  for (let count = 0; count < TASKS; count += TASKS_AT_ONCE) await fillTasks(db, USER)
  await db.transaction().execute(indexAllTasks)
  const rows: Row[] = []
  for (const query of QUERIES) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now()
      await searchTasks(db, USER, query)
      times.push(performance.now() - begun)
    }
    const ms = median(times)
    const reached = `${ms.toFixed(1)} ms`
    rows.push({ what: `${name}: ${query}`, must: `${TARGET_MS} ms`, reached, isReached: ms <= TARGET_MS })
  }
  await db.destroy()
  return rows
}

async function measureOnPostgres(): Promise<Row[]> {
  const installed = findPostgres(join(import.meta.dirname, '..'))
  if (installed === null) return []
  const binaries = mkdtempSync(join(tmpdir(), 'tenfold-bench-postgres-'))
  copyBinaries(installed, binaries)
  const cluster = await startCluster(binaries, { ownsBinaries: true })
  try {
    return await measure('PostgreSQL', await openPostgres(cluster.url('postgres')))
  } finally {
    await cluster.discard()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-search-'))
const rows = await measure('SQLite', await openSqlite(join(folder, 'tenfold.db')))
rmSync(folder, { recursive: true })
rows.push(...(await measureOnPostgres()))
printRows(rows)
if (rows.some(({ isReached }) => !isReached)) process.exitCode = 1

// `npm run bench:backup`: writes to a server with a database of 1 GB, without and during a backup. Exits with 1 if a target is
// missed. Source: issue 22, part 5.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { SERVER_FILE } from '../scripts/server-build.mjs'
import { openSqlite } from '../src/server/db/sqlite.ts'
import { fastFolder } from '../tests/support/fast-folder.ts'
import { insertUserRow } from '../tests/support/rows.ts'
import { type TestServer, startTestServer } from '../tests/support/server.ts'
import { median, percentile } from './measure.ts'
import { printRows } from './performance-file.ts'
import { fillOthers, fillTasks } from './server/fill.ts'
import { WHY } from './task-words.ts'

const GIGABYTE = 2 ** 30
/** This many tasks, with notes of this length, fill at least 1 GB. */
const TASKS = 600_000
const NOTES = WHY.repeat(Math.ceil(1500 / WHY.length))
const ROUNDS = 2
const QUIET_MS = 20_000
/** Each user writes, waits for the response, and pauses. */
const USERS = 4
const PAUSE_MS = 20
const RATIO_MAX = 2

// Uses a real disk, because tests write to an in-memory folder by default.
const dataDir = mkdtempSync(join(tmpdir(), 'tenfold-bench-backup-'))
const file = join(dataDir, 'tenfold.db')
const backups = join(dataDir, 'backups')
try {
  await fill()
  const bytes = statSync(file).size
  if (bytes < GIGABYTE) throw new Error(`the database has only ${bytes} bytes`)
  const server = await startTestServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  try {
    await measure(server, bytes)
  } finally {
    await server.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true })
}

/** Fills the database in memory, which is ten times faster than on disk, and then moves it to disk. */
async function fill(): Promise<void> {
  const memory = mkdtempSync(join(fastFolder(), 'tenfold-bench-backup-'))
  try {
    const db = await openSqlite(join(memory, 'tenfold.db'))
    await insertUserRow(db, 'first')
    await fillTasks(db, 'first')
    await db.updateTable('tasks').set({ notes: NOTES }).execute()
    await fillOthers(db, 'first', TASKS)
    await db.destroy()
    copyFileSync(join(memory, 'tenfold.db'), file)
  } finally {
    rmSync(memory, { recursive: true })
  }
}

async function measure(server: TestServer, bytes: number): Promise<void> {
  const people = await Promise.all(Array.from({ length: USERS }, (_, number) => register(server, number)))
  await writeUntil(people, delay(5000))
  const without: number[] = []
  const during: number[] = []
  const seconds: number[] = []
  let log = 0
  for (let round = 0; round < ROUNDS; round++) {
    without.push(...(await writeUntil(people, delay(QUIET_MS))))
    const begun = performance.now()
    during.push(...(await writeUntil(people, backUp())))
    seconds.push((performance.now() - begun) / 1000)
    log = Math.max(log, statSync(`${file}-wal`).size)
  }
  const [before, then] = [percentile(without, 0.99), percentile(during, 0.99)]
  console.log(
    `${(bytes / GIGABYTE).toFixed(2)} GB in ${median(seconds).toFixed(0)} s; ${without.length} writes without and ${during.length} during a backup`,
  )
  for (const [name, times] of Object.entries({ without, during })) {
    const shares = [0.5, 0.9, 0.99, 0.999, 1].map((share) => percentile(times, share).toFixed(1))
    console.log(`  ${name}: ${shares.join(' / ')} ms (50th / 90th / 99th / 99.9th percentile / longest)`)
  }
  console.log(`  SQLite's log grew to ${(log / 2 ** 20).toFixed(0)} MB`)
  const ratio = then / before
  const what = '99th percentile of write times during a backup, relative to without'
  const isReached = ratio <= RATIO_MAX
  printRows([{ what, must: `${RATIO_MAX} ×`, reached: `${ratio.toFixed(2)} ×`, isReached }])
  if (!isReached) process.exitCode = 1
}

/** Creates a backup in a child process, as the server does, and checks that it exists. */
async function backUp(): Promise<void> {
  rmSync(backups, { recursive: true, force: true })
  const env = { ...process.env, DATA_DIR: dataDir, TENFOLD_BACKUP_OF: file }
  const child = fork(join(import.meta.dirname, '..', SERVER_FILE), [], { env })
  const [[outcome]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  const exists = readdirSync(backups).some((name) => name.startsWith('tenfold-') && name.endsWith('Z'))
  if (!exists) throw new Error(`no backup was made: ${JSON.stringify(outcome)}`)
}

type Write = () => Promise<void>

/** Creates an account with a task, and returns a function that changes the task. */
async function register(server: TestServer, number: number): Promise<Write> {
  const send = (method: string, path: string, body: unknown, cookie = '') =>
    fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const account = { email: `person${number}@example.com`, password: 'a quiet green harbour' }
  const registered = await send('POST', '/api/register', account)
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { id } = (await (await send('POST', '/api/tasks', { title: 'x' }, cookie)).json()) as { id: number }
  let count = 0
  return async () => {
    const response = await send('PATCH', `/api/tasks/${id}`, { title: `x ${count++}` }, cookie)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`a write returned ${response.status}`)
  }
}

/** Writes until `end` settles. Returns the time of each write in ms. */
async function writeUntil(people: readonly Write[], end: Promise<unknown>): Promise<number[]> {
  const state = { isOver: false }
  const over = end.finally(() => (state.isOver = true))
  const times: number[] = []
  const work = async (write: Write) => {
    while (!state.isOver) {
      const begun = performance.now()
      await write()
      times.push(performance.now() - begun)
      await delay(PAUSE_MS)
    }
  }
  await Promise.all([over, ...people.map(work)])
  return times
}

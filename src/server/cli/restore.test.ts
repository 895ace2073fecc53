import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { TEST_DIALECT } from '#tests/support/database.ts'
import {
  BLOB,
  HARD_TEXTS,
  type Installation,
  SHARED_BLOB,
  fillInstallation,
  makeInstallation,
  readRows,
  readUnversioned,
  writeFile,
} from '#tests/support/installation.ts'
import { insertTaskRow, insertUserRow } from '#tests/support/rows.ts'
import { readFiles } from '#tests/support/server-process.ts'

import type { Database } from '../db/schema.ts'
import { type StepName, isUpToDate, stepsTaken } from '../db/migrations.ts'
import { lastChange, listChanges } from '../events/store.ts'
import type { Manifest } from '../backups/manifest.ts'

let from: Installation
let to: Installation
let folder: string
beforeEach(async () => {
  from = await makeInstallation()
  to = await makeInstallation({ step: null })
  folder = join(from.path, 'backup')
})
afterEach(async () => {
  vi.useRealTimers()
  await from.remove()
  await to.remove()
})

async function backUp(installation = from): Promise<void> {
  const { code, err } = await installation.tenfold(['backup', folder])
  if (code !== 0) throw new Error(err.join('\n'))
}

async function expectRestored(): Promise<string[]> {
  const { code, out, err } = await to.tenfold(['restore', folder])
  expect(err).toEqual([])
  expect(code).toBe(0)
  return out
}

async function readVersions(db: Database) {
  const tasks = await db.selectFrom('tasks').select('version').orderBy('id').execute()
  const deleted = await db.selectFrom('deleted_tasks').select('task').execute()
  return {
    tasks: tasks.map(({ version }) => version),
    deleted: deleted.map(({ task }) => JSON.parse(task) as unknown),
  }
}

/** Returns the versions of the tasks, and the id of a new task. */
const readNumbers = async (db: Database) => [
  ...(await readVersions(db)).tasks,
  await insertTaskRow(db, 'ada'),
]

const NOW = '2026-11-20T10:00:00.000Z'

describe('restoring', () => {
  test('restores every row and file, but no sessions', async () => {
    await fillInstallation(from)
    await backUp()
    const { createdAt } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
    expect(await expectRestored()).toEqual([
      `Restore complete: backup of ${createdAt} (2 accounts, 5 tasks, 3 files).`,
      'Start Tenfold. All users must sign in again.',
    ])
    const rows = await from.use(readUnversioned)
    expect(await to.use(readUnversioned)).toEqual({
      ...rows,
      sessions: [],
      failed_checks: [],
      changes: expect.any(Array),
      stream_users: [],
    })
    expect(readFiles(join(to.dataDir, 'files'))).toEqual(readFiles(join(from.dataDir, 'files')))
    const notes = await to.use((db) =>
      db.selectFrom('tasks').select('notes').where('notes', 'is not', null).orderBy('id').execute(),
    )
    expect(notes.map((row) => row.notes)).toEqual(HARD_TEXTS)
  })

  test('makes every browser reload all data', async () => {
    await fillInstallation(from)
    const begun = Date.now()
    await backUp()
    await expectRestored()
    const users = await to.use((db) => db.selectFrom('users').select('id').execute())
    for (const { id } of users) {
      expect(await to.use((db) => lastChange(db, id))).toBeGreaterThanOrEqual(begun)
      for (const since of [0, 1, begun - 1]) {
        expect(await to.use((db) => listChanges(db, id, since))).toBeNull()
      }
    }
  })

  test.each([1, 800_000_000])(
    'gives tasks and deleted tasks a version that no browser has seen, from version %i',
    async (version) => {
      const task = JSON.stringify({ title: 'kept', version })
      await from.use(async (db) => {
        await insertUserRow(db, 'ada')
        await insertTaskRow(db, 'ada', { version })
        await db
          .insertInto('deleted_tasks')
          .values({ task_id: 1000, user_id: 'ada', task, dependents: '[]', deleted_at: NOW })
          .execute()
      })
      await backUp()
      await expectRestored()
      const restored = await to.use(readVersions)
      expect(restored.tasks[0]).toBeGreaterThan(version + 900_000)
      expect(restored.deleted).toEqual([{ title: 'kept', version: restored.tasks[0] }])
    },
  )

  test('never reuses ids and versions from an earlier restore of the same backup', async () => {
    await fillInstallation(from)
    await backUp()
    await expectRestored()
    const first = await to.use(readNumbers)
    await to.remove()
    to = await makeInstallation({ step: null })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await expectRestored()
    for (const [index, number] of (await to.use(readNumbers)).entries()) {
      expect(number).toBeGreaterThanOrEqual((first[index] ?? 0) + 3600)
    }
  })

  test('never reuses the id of a task that was created after the backup', async () => {
    await fillInstallation(from)
    await backUp()
    const lost = await from.use(async (db) => [
      await insertTaskRow(db, 'ada'),
      await insertTaskRow(db, 'ada'),
    ])
    await expectRestored()
    expect(await to.use((db) => insertTaskRow(db, 'ada'))).toBeGreaterThan(Math.max(...lost) + 900_000)
  })

  test('restores thousands of rows', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `c${index}`)
    await from.use(async (db) => {
      await insertUserRow(db, 'ada')
      const rows = names.map((name) => ({ user_id: 'ada', name, name_key: name, created_at: NOW }))
      await db.insertInto('categories').values(rows).execute()
    })
    await backUp()
    await expectRestored()
    expect(await to.use(readRows)).toEqual({ ...(await from.use(readRows)), changes: expect.any(Array) })
  })

  test('restores an empty installation', async () => {
    await backUp()
    await expectRestored()
    expect(
      await to.use((db) => insertUserRow(db, 'ada').then(() => insertTaskRow(db, 'ada'))),
    ).toBeGreaterThan(0)
  })

  test.each<StepName>(['0001-first-schema', '0003-keys-of-any-call', '0007-failed-checks'])(
    'migrates a backup from version %s',
    async (step) => {
      const old = await makeInstallation({ step })
      const id = await old.use(async (db) => {
        await insertUserRow(db, 'ada')
        return insertTaskRow(db, 'ada', { title: 'kept' })
      })
      await backUp(old)
      await expectRestored()
      await to.use(async (db) => {
        expect(isUpToDate(await stepsTaken(db))).toBe(true)
        const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        expect(task.title).toBe('kept')
        expect(await db.selectFrom('attachments').selectAll().execute()).toEqual([])
      })
      await old.remove()
    },
  )

  test('starts over after it was killed: complete files of the backup stay, partial files do not', async () => {
    await fillInstallation(from)
    await backUp()
    writeFile(to.dataDir, BLOB, 'hello')
    writeFile(to.dataDir, SHARED_BLOB, 'damaged')
    writeFile(to.dataDir, `${SHARED_BLOB}.part`, 'half')
    if (TEST_DIALECT === 'sqlite') writeFileSync(join(to.dataDir, 'tenfold.db.new'), 'half')
    await expectRestored()
    expect(readFiles(join(to.dataDir, 'files'))).toEqual(readFiles(join(from.dataDir, 'files')))
    expect(readdirSync(to.dataDir)).not.toContain('tenfold.db.new')
  })
})

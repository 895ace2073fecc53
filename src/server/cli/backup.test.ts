import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  BLOB,
  DELETED_BLOB,
  type Installation,
  SHARED_BLOB,
  fillInstallation,
  makeInstallation,
  readRows,
  writeFile,
} from '#tests/support/installation.ts'
import { readFiles } from '#tests/support/server-process.ts'

import { type Files, filesIn } from '../files/files.ts'
import { writeBackup } from './backup.ts'
import { type RowsManifest, readManifest } from '../backups/manifest.ts'
import { readDatabase } from './open-database.ts'
import { listStoredFiles } from '../backups/stored-files.ts'

let here: Installation
let folder: string
beforeEach(async () => {
  here = await makeInstallation()
  await fillInstallation(here)
  folder = join(here.path, 'backup')
})
afterEach(() => here.remove())

async function backUp(): Promise<RowsManifest> {
  const { code, err } = await here.tenfold(['backup', folder])
  if (code !== 0) throw new Error(err.join('\n'))
  return readManifest(folder) as RowsManifest
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

describe('a backup', () => {
  test('reports how many accounts, tasks and files it contains', async () => {
    const { code, out, err } = await here.tenfold(['backup', folder])
    expect(err).toEqual([])
    expect(out).toEqual([`Backed up 2 accounts, 5 tasks, 3 files (0.2 MB) to ${folder}.`])
    expect(code).toBe(0)
  })

  test('contains every row except sessions, failed checks, the change log and open streams, one per line', async () => {
    const { tables } = await backUp()
    const rows = await here.use(readRows)
    const { sessions, failed_checks, stream_users, changes: _, ...others } = rows
    expect([sessions, failed_checks, stream_users].map((rows) => rows?.length)).toEqual([1, 1, 1])
    const counts = Object.entries(others).map(([name, { length }]) => [name, length])
    expect(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).toEqual(
      Object.fromEntries(counts),
    )
    for (const { name, rows } of tables) {
      const lines = readFileSync(join(folder, 'tables', `${name}.jsonl`), 'utf8').split('\n')
      expect(lines.filter((line) => line !== '' && JSON.parse(line))).toHaveLength(rows)
    }
  })

  test('contains every file once, with the right checksums', async () => {
    const { tables, files, createdAt } = await backUp()
    expect(files.map((file) => file.id).toSorted()).toEqual([BLOB, DELETED_BLOB, SHARED_BLOB].toSorted())
    expect(readFileSync(join(folder, 'files', BLOB), 'utf8')).toBe('hello')
    for (const { name, sha256: sum } of tables) {
      expect(sha256(join(folder, 'tables', `${name}.jsonl`))).toBe(sum)
    }
    for (const { id, sha256: sum } of files) expect(sha256(join(folder, 'files', id))).toBe(sum)
    expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(60_000)
  })

  test('leaves the original unchanged and is readable only by its owner', async () => {
    const umask = process.umask(0o077)
    const [rows, files] = [await here.use(readRows), readFiles(here.dataDir)]
    await backUp()
    process.umask(umask)
    expect(await here.use(readRows)).toEqual(rows)
    expect(readFiles(here.dataDir)).toEqual(files)
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    }
  })

  test('accepts an empty folder and creates missing parents', async () => {
    mkdirSync(folder)
    expect((await backUp()).files).toHaveLength(3)
    folder = join(here.path, 'deep', 'down')
    expect((await backUp()).files).toHaveLength(3)
  })

  test('resolves the path against the folder where the command was typed', async () => {
    const { code } = await here.tenfold(['backup', 'backup'], { env: { INIT_CWD: here.path } })
    expect(code).toBe(0)
    expect(readManifest(folder).files).toHaveLength(3)
  })

  test('follows a link to an empty folder', async () => {
    mkdirSync(folder)
    symlinkSync(folder, join(here.path, 'link'))
    expect((await here.tenfold(['backup', join(here.path, 'link')])).code).toBe(0)
    expect(readManifest(folder).files).toHaveLength(3)
  })

  test('of a version without attachments has no files', async () => {
    const old = await makeInstallation({ step: '0003-keys-of-any-call' })
    expect((await old.tenfold(['backup', folder])).code).toBe(0)
    const { steps, tables } = readManifest(folder) as RowsManifest
    expect(steps.at(-1)).toBe('0003-keys-of-any-call')
    expect(tables.map((table) => table.name)).not.toContain('attachments')
    await old.remove()
  })
})

/** Returns the error lines. */
async function refusal(target = folder): Promise<string[]> {
  const { code, out, err } = await here.tenfold(['backup', target])
  expect(code).toBe(1)
  expect(out).toEqual([])
  return err
}

describe('no backup is written', () => {
  test('into a folder that is not empty, a file, or a link to nothing', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'diary'), 'mine')
    symlinkSync(join(here.path, 'gone'), join(here.path, 'link'))
    for (const target of [folder, join(folder, 'diary'), join(here.path, 'link')]) {
      expect(await refusal(target)).toEqual([`${target} already exists. Choose an empty or new folder.`])
    }
    expect(readFileSync(join(folder, 'diary'), 'utf8')).toBe('mine')
  })

  test('while another backup is being written to the folder', async () => {
    mkdirSync(`${folder}.unfinished`)
    expect(await refusal()).toEqual([
      `${folder}.unfinished exists: another backup is running, or one was interrupted. If none is running, delete it and try again.`,
    ])
    expect(readdirSync(here.path)).not.toContain('backup')
  })

  test.each([
    ['is missing', () => rmSync(join(here.dataDir, 'files', SHARED_BLOB))],
    ['is truncated', () => writeFile(here.dataDir, SHARED_BLOB, 'short')],
  ])('while the file of an attachment %s, and the error names each of its tasks', async (_, damage) => {
    damage()
    const tasks = await here.use((db) =>
      db.selectFrom('attachments').select('task_id').where('blob', '=', SHARED_BLOB).orderBy('id').execute(),
    )
    expect(await refusal()).toEqual([
      ...tasks.map(
        ({ task_id }) =>
          `Task ${task_id} of ada@example.com: the file "b" is missing or damaged (files/${SHARED_BLOB}).`,
      ),
      'No backup was written, because it would be incomplete. Restore these files from an earlier backup, or remove the attachments, and try again.',
    ])
    expect(readdirSync(here.path)).toEqual(['data'])
  })

  test('if the database is missing', async () => {
    const nothing = await makeInstallation({ step: null })
    const { code, err } = await nothing.tenfold(['backup', folder])
    expect(code).toBe(1)
    expect(err.join('\n')).toMatch(/^(There is no database in|The database .* is empty).* Start Tenfold once/)
    await nothing.remove()
  })
})

const NEW_BLOB = '77777777-87cc-4f53-8a4e-2c91be70d6f5'

function add(): Promise<void> {
  return here.use(async (db) => {
    const row = await db.selectFrom('attachments').selectAll().limit(1).executeTakeFirstOrThrow()
    writeFile(here.dataDir, NEW_BLOB, 'new')
    const { id: _, ...others } = row
    const attachment = { ...others, size: 3, blob: NEW_BLOB, name: 'new' }
    await db.insertInto('attachments').values(attachment).execute()
  })
}

function remove(): Promise<void> {
  return here.use(async (db) => {
    await db.deleteFrom('attachments').where('blob', '=', NEW_BLOB).execute()
    rmSync(join(here.dataDir, 'files', NEW_BLOB))
  })
}

/** Takes a backup and runs a function just before the bytes of a blob are read for the first time. */
async function backUpWhile(events: Record<string, () => Promise<void>>): Promise<RowsManifest> {
  mkdirSync(folder)
  const files = filesIn(here.dataDir)
  const read: Files['read'] = async (id, size) => {
    const event = events[id]
    delete events[id]
    await event?.()
    return files.read(id, size)
  }
  const clock = { now: () => '2026-11-20T10:00:00.000Z', uptimeMs: () => 0 }
  const place = { dataDir: here.dataDir, databaseUrl: here.env['DATABASE_URL'] ?? null }
  return readDatabase(place, (db) => writeBackup(db, { files: { ...files, read }, clock, folder }))
}

/** Returns the counts of files and attachments in the manifest, and the actual counts. */
function attachmentsOf({ tables, files }: RowsManifest) {
  return {
    files: files.map((file) => file.id).toSorted(),
    there: readdirSync(join(folder, 'files')).toSorted(),
    rows: tables.find((table) => table.name === 'attachments')?.rows,
  }
}

const IDS = [SHARED_BLOB, DELETED_BLOB, BLOB]
const WITHOUT_IT = { files: IDS, there: IDS, rows: 3 }

describe('an attachment that is deleted during a backup', () => {
  test('is left out if it is deleted before its bytes are copied', async () => {
    await add()
    expect(attachmentsOf(await backUpWhile({ [NEW_BLOB]: remove }))).toEqual(WITHOUT_IT)
  })

  test('is left out if it is deleted after its bytes were copied', async () => {
    await add()
    const ids = await here.use(async (db) => (await listStoredFiles(db)).map((file) => file.id))
    // The blob that is copied after this one, if there is another.
    const next = ids[ids.indexOf(NEW_BLOB) + 1] ?? NEW_BLOB
    expect(attachmentsOf(await backUpWhile({ [next]: remove }))).toEqual(WITHOUT_IT)
  })

  test('restarts the backup from a later snapshot if this one contains the attachment but not its bytes', async () => {
    expect(attachmentsOf(await backUpWhile({ [SHARED_BLOB]: add, [NEW_BLOB]: remove }))).toEqual(WITHOUT_IT)
  })
})

test('a backup includes an attachment that is added while files are copied', async () => {
  const { files } = await backUpWhile({ [SHARED_BLOB]: add })
  expect(files.map((file) => file.id)).toContain(NEW_BLOB)
})

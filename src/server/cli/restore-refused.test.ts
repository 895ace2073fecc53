import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startAnsweringServer } from '#tests/support/answering-server.ts'
import { TEST_DIALECT } from '#tests/support/database.ts'
import {
  BLOB,
  type Installation,
  fillInstallation,
  makeInstallation,
  readRows,
  writeFile,
} from '#tests/support/installation.ts'
import { readFiles } from '#tests/support/server-process.ts'

import { isEmpty } from '../db/tables.ts'
import type { RowsManifest } from '../backups/manifest.ts'

let from: Installation
let to: Installation
let whole: string
let folder: string
beforeAll(async () => {
  from = await makeInstallation()
  to = await makeInstallation({ step: null })
  await fillInstallation(from)
  whole = join(from.path, 'whole')
  const { err } = await from.tenfold(['backup', whole])
  if (err.length > 0) throw new Error(err.join('\n'))
})
afterAll(async () => {
  await from.remove()
  await to.remove()
})
beforeEach(() => {
  folder = join(from.path, 'backup')
  cpSync(whole, folder, { recursive: true })
})
afterEach(() => {
  rmSync(join(from.path, 'backup'), { recursive: true })
  rmSync(to.dataDir, { recursive: true, force: true })
})

/** Returns the error lines. Checks that nothing was written. */
async function refusal(): Promise<string[]> {
  const before = [readFiles(to.path), await hasNothing()]
  const { code, out, err } = await to.tenfold(['restore', folder])
  expect(code).toBe(1)
  expect(out).toEqual([])
  const { 'data/server.lock': _, ...files } = readFiles(to.path)
  expect([files, await hasNothing()]).toEqual(before)
  return err
}

function hasNothing(): Promise<boolean> | boolean {
  if (TEST_DIALECT === 'sqlite') return !existsSync(join(to.dataDir, 'tenfold.db'))
  return to.use(isEmpty)
}

function changeManifest(change: (manifest: RowsManifest) => void): void {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as RowsManifest
  change(manifest)
  writeFileSync(path, JSON.stringify(manifest))
}

/** Changes the rows of a table and their checksum in the manifest. */
function changeTable(name: string, change: (text: string) => string): void {
  const path = join(folder, 'tables', `${name}.jsonl`)
  const text = change(readFileSync(path, 'utf8'))
  writeFileSync(path, text)
  changeManifest(({ tables }) => {
    const table = tables.find((table) => table.name === name)
    const sha256 = createHash('sha256').update(text).digest('hex')
    Object.assign(table ?? {}, { size: Buffer.byteLength(text), sha256 })
  })
}

function closing(): string {
  return `The backup ${folder} is damaged, so nothing was restored. Use another backup.`
}

describe('a damaged backup is rejected and nothing is written', () => {
  test.each([
    [
      'a byte of a file has changed',
      'files/b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90',
      'has changed since the backup.',
    ],
    ['rows have changed', 'tables/tasks.jsonl', 'has changed since the backup.'],
  ])('when %s', async (_, name, words) => {
    const path = join(folder, name)
    const bytes = readFileSync(path)
    bytes[1] = (bytes[1] ?? 0) ^ 1
    writeFileSync(path, bytes)
    expect(await refusal()).toEqual([`${path} ${words}`, closing()])
  })

  test('when a file or a table is missing, or a table has grown since the backup', async () => {
    rmSync(join(folder, 'files', BLOB))
    rmSync(join(folder, 'tables', 'users.jsonl'))
    appendFileSync(join(folder, 'tables', 'tasks.jsonl'), '\n')
    expect(await refusal()).toEqual([
      `${join(folder, 'tables/users.jsonl')} is missing.`,
      `${join(folder, 'tables/tasks.jsonl')} has changed since the backup.`,
      `${join(folder, 'files', BLOB)} is missing.`,
      closing(),
    ])
  })

  test('when it has fewer rows than its manifest says', async () => {
    changeTable('tasks', (text) => text.split('\n').slice(1).join('\n'))
    expect(await refusal()).toEqual([
      `${join(folder, 'tables/tasks.jsonl')} has 4 rows instead of 5.`,
      closing(),
    ])
  })

  test('when a line is not a row', async () => {
    changeTable('categories', () => '{\n')
    expect(await refusal()).toEqual([
      `${join(folder, 'tables/categories.jsonl')} contains an invalid line.`,
      closing(),
    ])
  })

  test('when the file of an attachment is missing', async () => {
    changeManifest((manifest) => void manifest.files.pop())
    expect((await refusal()).at(-1)).toBe(closing())
  })

  test.each<[string, (manifest: RowsManifest) => void]>([
    ['names a file outside its folder', ({ files }) => void (files[0] && (files[0].id = '../../secret'))],
    ['names a table outside its folder', ({ tables }) => void (tables[0] && (tables[0].name = '../users'))],
    ['skips a migration', ({ steps }) => void steps.splice(2, 1)],
    ['has no migrations', ({ steps }) => void steps.splice(0)],
  ])('when its manifest %s', async (_, change) => {
    changeManifest(change)
    expect(await refusal()).toEqual([
      `The backup ${folder} is damaged: its manifest.json has changed. Use another backup.`,
    ])
  })

  test('when its manifest is truncated', async () => {
    writeFileSync(join(folder, 'manifest.json'), '{ "tenfoldBackup": 1')
    expect(await refusal()).toEqual([
      `The backup ${folder} is damaged: its manifest.json has changed. Use another backup.`,
    ])
  })

  test('when a table is missing and everything else is correct', async () => {
    changeManifest((manifest) => {
      manifest.tables = manifest.tables.filter((table) => table.name !== 'categories')
    })
    expect(await refusal()).toEqual(['The command failed: the rows of the table categories are missing'])
  })

  test('when rows contradict each other and every checksum is correct', async () => {
    changeTable('categories', (text) => text.replace('"user_id":"bob"', '"user_id":"eve"'))
    expect((await refusal()).join('\n')).toMatch(/foreign key/i)
  })

  test('when a row has an unknown column', async () => {
    changeTable('categories', (text) => text.replace('"name":', '"name\\" --":1,"name":'))
    expect((await refusal()).join('\n')).toMatch(/column/i)
  })
})

describe('nothing is restored', () => {
  test('if the folder is not a backup', async () => {
    folder = join(from.path, 'data')
    expect(await refusal()).toEqual([
      `${folder} is not a backup: couldn’t read manifest.json (ENOENT). Choose a folder made by the backup command or by automatic backups.`,
    ])
  })

  test.each<[string, (manifest: RowsManifest) => void]>([
    ['an unknown migration', ({ steps }) => void steps.push('9999-future')],
    ['another format', (manifest) => Object.assign(manifest, { tenfoldBackup: 3, tables: 'elsewhere' })],
  ])('from a newer version: %s', async (_, change) => {
    changeManifest(change)
    expect(await refusal()).toEqual([
      `The backup ${folder} is from a newer version of Tenfold. Update Tenfold and try again.`,
    ])
  })

  test('over an existing database, even an empty one', async () => {
    const taken = await makeInstallation()
    const [rows, files] = [await taken.use(readRows), readFiles(taken.path)]
    const { code, err } = await taken.tenfold(['restore', folder])
    expect(code).toBe(1)
    expect(err.join('\n')).toMatch(
      TEST_DIALECT === 'sqlite'
        ? `${taken.dataDir} already contains a database, so nothing was restored. Set DATA_DIR to an empty folder, or move ${taken.dataDir}/tenfold.db elsewhere.`
        : /^The database .* isn't empty, so nothing was written\. Create an empty database and use that one\.$/,
    )
    expect([await taken.use(readRows), readFiles(taken.path)]).toEqual([rows, files])
    await taken.remove()
  })

  test('next to files that are not from the backup', async () => {
    writeFile(to.dataDir, BLOB.replaceAll('b', 'c'), 'somebody’s')
    expect(await refusal()).toEqual([
      `${to.dataDir}/files/ contains other files, so nothing was restored. Set DATA_DIR to an empty folder, or move these files elsewhere.`,
    ])
  })
})

test('names the attachment store that rejects a file, even if it also rejects the removal', async () => {
  const statuses = { GET: 404, PUT: 400, DELETE: 403 }
  const store = await startAnsweringServer(({ method, url }, response) => {
    const isList = url?.includes('list-type')
    response.statusCode = isList ? 200 : url?.includes('uploads') ? 501 : statuses[method as 'GET']
    response.end(isList ? '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>' : '')
  })
  const env = {
    ATTACHMENTS_URL: `s3://files?endpoint=${store.url}`,
    ATTACHMENTS_ACCESS_KEY_ID: 'id',
    ATTACHMENTS_SECRET_ACCESS_KEY: 'kV3nQ8sZ1xT6bL0pR5yH2mW9',
  }
  const { code, err } = await to.tenfold(['restore', folder], { env })
  await store.close()
  expect(err).toEqual(['The attachment store failed: it returned 400 Unknown. Fix the cause and try again.'])
  expect(code).toBe(1)
})

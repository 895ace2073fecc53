import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type Installation, fillInstallation, makeInstallation } from '#tests/support/installation.ts'
import { readFiles, stopServer } from '#tests/support/server-process.ts'

let here: Installation
let file: string
beforeEach(async () => {
  here = await makeInstallation()
  file = join(here.dataDir, 'tenfold.db')
  await fillInstallation(here)
})
afterEach(() => here.remove())

async function faults(): Promise<string> {
  const before = readFiles(here.path)
  const { code, out } = await here.tenfold(['doctor'])
  expect(readFiles(here.path)).toEqual(before)
  expect(code).toBe(1)
  return out.filter((line) => line.startsWith('WRONG')).join('\n')
}

describe('the doctor finds a database', () => {
  test('with damaged pages', async () => {
    const bytes = readFileSync(file)
    bytes.fill(0xaa, 5 * 4096, 6 * 4096)
    writeFileSync(file, bytes)
    expect(await faults()).toMatch(/^WRONG {2}Can't read the database .* \(.+\)\. Restore it from a backup/)
  })

  test('that is truncated', async () => {
    writeFileSync(file, readFileSync(file).subarray(0, 10 * 4096))
    expect(await faults()).toContain('Restore it from a backup')
  })

  test('that is another kind of file', async () => {
    writeFileSync(file, 'Dear diary, '.repeat(1000))
    expect(await faults()).toContain(`${file} is not a database.`)
  })

  test('whose rows refer to missing rows', async () => {
    const database = new SqliteDatabase(file)
    database.pragma('foreign_keys = off')
    database.exec("update categories set user_id = 'nobody'")
    database.close()
    expect(await faults()).toBe(
      `WRONG  The database ${file} is damaged: 1 rows of categories refer to missing rows of users. Restore it from a backup.`,
    )
  })

  test('whose index does not match its table', async () => {
    const database = new SqliteDatabase(file)
    const index = "select rootpage from sqlite_schema where name like 'sqlite_autoindex_categories%'"
    const page = Number(database.prepare(index).pluck().get())
    database.close()
    const bytes = readFileSync(file)
    const at = bytes.indexOf('garden', (page - 1) * 4096)
    expect(at).toBeLessThan(page * 4096)
    bytes.write('gardex', at)
    writeFileSync(file, bytes)
    expect(await faults()).toMatch(/^WRONG {2}The database .* is damaged: .*autoindex_categories/)
  })
})

test('the doctor leaves the WAL of a crashed server for the next start', async () => {
  const server = await here.serve()
  server.child.kill('SIGKILL')
  await server.ended
  const before = readFiles(here.dataDir)
  expect(Object.keys(before)).toContain('tenfold.db-wal')
  const { out } = await here.tenfold(['doctor'])
  expect(out.filter((line) => line.startsWith('WRONG'))).toEqual([])
  // SQLite may recreate the WAL index, so only the WAL and the database are compared.
  const { 'tenfold.db-shm': _, ...files } = readFiles(here.dataDir)
  const { 'tenfold.db-shm': __, ...wanted } = before
  expect(files).toEqual(wanted)
  expect(await stopServer(await here.serve())).toBe(0)
})

test('a restore is refused if the WAL of a lost database remains', async () => {
  const folder = join(here.path, 'backup')
  await here.tenfold(['backup', folder])
  const to = await makeInstallation({ step: null })
  mkdirSync(to.dataDir)
  writeFileSync(join(to.dataDir, 'tenfold.db-wal'), 'the last writes')
  const { code, err } = await to.tenfold(['restore', folder])
  expect(code).toBe(1)
  expect(err.join('\n')).toContain('but its log')
  await to.remove()
})

import { chmodSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  BLOB,
  type Installation,
  SHARED_BLOB,
  fillInstallation,
  makeInstallation,
  readRows,
  writeFile,
} from '#tests/support/installation.ts'
import { call, readFiles, register } from '#tests/support/server-process.ts'

let here: Installation
beforeEach(async () => {
  here = await makeInstallation()
})
afterEach(() => here.remove())

/** What is wrong, by the doctor's word. It has changed nothing. */
async function faults(installation = here): Promise<string[]> {
  const before = readFiles(installation.path)
  const { code, out, err } = await installation.tenfold(['doctor'])
  expect(readFiles(installation.path)).toEqual(before)
  expect(err).toEqual([])
  const wrong = out.filter((line) => !line.startsWith('ok     '))
  expect(code).toBe(wrong.length === 0 ? 0 : 1)
  return wrong.map((line) => line.replace(/^WRONG {2}/, ''))
}

/** Leaves a file among the stored ones, as old as it takes to be no upload. */
function leave(name: string, ageHours: number): void {
  writeFile(here.dataDir, name, 'left over')
  const then = Date.now() / 1000 - ageHours * 3600
  utimesSync(join(here.dataDir, 'files', name), then, then)
}

const UNUSED = BLOB.replaceAll('b', 'c')

describe('the doctor', () => {
  test('says of everything that it is well, and changes nothing', async () => {
    await fillInstallation(here)
    const rows = await here.use(readRows)
    expect(await faults()).toEqual([])
    const { out } = await here.tenfold(['doctor'])
    expect(out).toHaveLength(5)
    expect(out[1]).toBe(`ok     The data folder ${here.dataDir}`)
    expect(out[2]).toMatch(/^ok {5}The database (.*tenfold\.db|postgres:\/\/[^ ]+)$/)
    expect(out.slice(3)).toEqual(['ok     2 files of attachments', 'ok     No left-over files'])
    expect(await here.use(readRows)).toEqual(rows)
  })

  test('finds files that are missing or cut, and names whose they are', async () => {
    await fillInstallation(here)
    rmSync(join(here.dataDir, 'files', BLOB))
    writeFile(here.dataDir, SHARED_BLOB, 'cut')
    const wrong = await faults()
    expect(wrong).toHaveLength(3)
    expect(wrong).toContainEqual(
      expect.stringMatching(
        `^The file "a.txt" of task \\d+ of ada@example.com is missing or cut. Put files/${BLOB} back from a backup, or remove the attachment.$`,
      ),
    )
    expect(wrong.filter((line) => line.includes(SHARED_BLOB))).toHaveLength(2)
  })

  test('finds files that belong to nothing, but for uploads on their way', async () => {
    await fillInstallation(here)
    leave(UNUSED, 0.5)
    leave(`${UNUSED}.part`, 0.5)
    expect(await faults()).toEqual([])
    leave(UNUSED, 25)
    leave(`${UNUSED}.part`, 25)
    expect(await faults()).toEqual([
      `In ${here.dataDir}/files there are 2 files that belong to nothing. Start Tenfold anew, which removes them.`,
    ])
  })

  test('takes the files of a lost database for what they are', async () => {
    leave(UNUSED, 25)
    expect(await faults()).toEqual([
      `In ${here.dataDir}/files there are 1 files that belong to nothing. The database has no account: restore it from a backup, or move these files away.`,
    ])
  })

  test('finds that nothing is there yet', async () => {
    const nothing = await makeInstallation({ step: null })
    const wrong = await faults(nothing)
    expect(wrong[0]).toBe(
      `The data folder ${nothing.dataDir} is not there. Start Tenfold once, or correct DATA_DIR.`,
    )
    expect(wrong[1]).toMatch(/Start Tenfold once, or correct DATA(_DIR|BASE_URL)\.$/)
    expect(existsSync(nothing.dataDir)).toBe(false)
    await nothing.remove()
  })

  test('finds a session secret that others can read, or that was cut', async () => {
    const secret = join(here.dataDir, 'session-secret')
    mkdirSync(here.dataDir, { recursive: true })
    writeFileSync(secret, 'x'.repeat(43), { mode: 0o600 })
    expect(await faults()).toEqual([])
    chmodSync(secret, 0o640)
    expect(await faults()).toEqual([
      `The session secret ${secret} can be read by others. Run: chmod 600 ${secret}, or delete it, and everybody signs in again.`,
    ])
    writeFileSync(secret, 'short')
    expect((await faults()).join('\n')).toContain('is damaged')
  })

  test('finds a database of a newer version', async () => {
    await here.use((db) =>
      db
        .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
        .insertInto('kysely_migration')
        .values({ name: '9999-future', timestamp: '2030-01-01' })
        .execute(),
    )
    expect((await faults()).join('\n')).toContain('was written by a newer version of Tenfold. Update Tenfold')
  })

  test('finds nothing wrong with one of an older version, which a start brings up to date', async () => {
    const old = await makeInstallation({ step: '0003-keys-of-any-call' })
    expect(await faults(old)).toEqual([])
    const { out } = await old.tenfold(['doctor'])
    expect(out.at(-1)).toMatch(/, of an older version, which the next start brings up to date$/)
    await old.remove()
  })

  test('says what is wrong with the settings, as a start does', async () => {
    const { code, err } = await here.tenfold(['doctor'], { env: { SIGNUPS: 'maybe', PORT: 'x' } })
    expect(code).toBe(1)
    expect(err).toEqual([
      'PORT: "x" is not a port. Use a whole number from 1 to 65535.',
      'SIGNUPS: "maybe" is neither open nor closed. Use one of the two.',
    ])
  })

  test('looks at a server that is running and being written to', async () => {
    const server = await here.serve()
    const cookie = await register(server)
    const write = () => call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)
    const writes = Array.from({ length: 40 }, write)
    const { out } = await here.tenfold(['doctor'])
    expect(out.filter((line) => !line.startsWith('ok'))).toEqual([])
    expect((await Promise.all(writes)).map((answer) => answer.status)).toEqual(writes.map(() => 201))
  })
})

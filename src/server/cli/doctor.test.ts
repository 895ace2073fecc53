import { chmodSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startAnsweringServer } from '#tests/support/answering-server.ts'
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

/** Returns the faults that the doctor reports. Checks that the doctor changed nothing. */
async function faults(installation = here): Promise<string[]> {
  const before = readFiles(installation.path)
  const { code, out, err } = await installation.tenfold(['doctor'])
  expect(readFiles(installation.path)).toEqual(before)
  expect(err).toEqual([])
  const wrong = out.filter((line) => !line.startsWith('ok     '))
  expect(code).toBe(wrong.length === 0 ? 0 : 1)
  return wrong.map((line) => line.replace(/^WRONG {2}/, ''))
}

/** Adds a file without a row, old enough not to be an upload in progress. */
function leave(name: string, ageHours: number): void {
  writeFile(here.dataDir, name, 'left over')
  const then = Date.now() / 1000 - ageHours * 3600
  utimesSync(join(here.dataDir, 'files', name), then, then)
}

const UNUSED = BLOB.replaceAll('b', 'c')

describe('the doctor', () => {
  test('reports that everything is fine and changes nothing', async () => {
    await fillInstallation(here)
    const rows = await here.use(readRows)
    expect(await faults()).toEqual([])
    const { out } = await here.tenfold(['doctor'])
    expect(out).toHaveLength(5)
    expect(out[1]).toBe(`ok     The data folder ${here.dataDir}`)
    expect(out[2]).toMatch(/^ok {5}The database (.*tenfold\.db|postgres:\/\/[^ ]+)$/)
    expect(out.slice(3)).toEqual(['ok     3 attachment files', 'ok     No orphaned files'])
    expect(await here.use(readRows)).toEqual(rows)
  })

  test('finds missing and truncated files and prints their owners', async () => {
    await fillInstallation(here)
    rmSync(join(here.dataDir, 'files', BLOB))
    writeFile(here.dataDir, SHARED_BLOB, 'cut')
    const wrong = await faults()
    expect(wrong).toHaveLength(3)
    expect(wrong).toContainEqual(
      expect.stringMatching(
        `^Task \\d+ of ada@example.com: the file "a.txt" is missing or truncated. Restore files/${BLOB} from a backup, or remove the attachment.$`,
      ),
    )
    expect(wrong.filter((line) => line.includes(SHARED_BLOB))).toHaveLength(2)
  })

  test('finds orphaned files that are older than a day', async () => {
    await fillInstallation(here)
    leave(UNUSED, 23)
    leave(`${UNUSED}.part`, 23)
    expect(await faults()).toEqual([])
    leave(UNUSED, 25)
    leave(`${UNUSED}.part`, 25)
    expect(await faults()).toEqual([
      `${here.dataDir}/files/ has 2 files that no task uses. Start Tenfold: the server moves these files to ${here.dataDir}/files/orphaned and deletes them after 7 days.`,
    ])
  })

  test('recognizes the files of a lost database', async () => {
    leave(UNUSED, 25)
    expect(await faults()).toEqual([
      `${here.dataDir}/files/ has 1 file that no task uses. The database has no accounts: restore it from a backup, or move these files elsewhere.`,
    ])
  })

  test('reports a missing data folder', async () => {
    const nothing = await makeInstallation({ step: null })
    const wrong = await faults(nothing)
    expect(wrong[0]).toBe(
      `The data folder ${nothing.dataDir} does not exist. Start Tenfold once, or correct DATA_DIR.`,
    )
    expect(wrong[1]).toMatch(/Start Tenfold once, or correct DATA(_DIR|BASE_URL)\.$/)
    expect(existsSync(nothing.dataDir)).toBe(false)
    await nothing.remove()
  })

  test('finds a session secret that others can read or that was truncated', async () => {
    const secret = join(here.dataDir, 'session-secret')
    mkdirSync(here.dataDir, { recursive: true })
    writeFileSync(secret, 'x'.repeat(43), { mode: 0o600 })
    expect(await faults()).toEqual([])
    chmodSync(secret, 0o640)
    expect(await faults()).toEqual([
      `The session secret ${secret} is readable by others. Run chmod 600 ${secret}, or delete the file, which signs out all users.`,
    ])
    writeFileSync(secret, 'short')
    expect((await faults()).join('\n')).toContain('is damaged')
  })

  test('finds a database from a newer version', async () => {
    await here.use((db) =>
      db
        .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
        .insertInto('kysely_migration')
        .values({ name: '9999-future', timestamp: '2030-01-01' })
        .execute(),
    )
    expect((await faults()).join('\n')).toContain('was written by a newer version of Tenfold. Update Tenfold')
  })

  test('accepts a database from an older version, because startup migrates it', async () => {
    const old = await makeInstallation({ step: '0003-keys-of-any-call' })
    expect(await faults(old)).toEqual([])
    const { out } = await old.tenfold(['doctor'])
    expect(out.at(-1)).toMatch(/, from an older version; the next start upgrades it$/)
    await old.remove()
  })

  test('reports the same errors in the settings as startup does', async () => {
    const { code, err } = await here.tenfold(['doctor'], { env: { SIGNUPS: 'maybe', PORT: 'x' } })
    expect(code).toBe(1)
    expect(err).toEqual([
      'PORT: "x" is not a port. Use a whole number from 1 to 65535.',
      'SIGNUPS: "maybe" is not valid. Use open or closed.',
    ])
  })

  test('reports an attachment store that can’t be reached, and the result of every other check', async () => {
    const env = {
      ATTACHMENTS_URL: 's3://files?endpoint=http://127.0.0.1:1',
      ATTACHMENTS_ACCESS_KEY_ID: 'a-key',
      ATTACHMENTS_SECRET_ACCESS_KEY: 'a-long-and-private-value',
    }
    const { code, out, err } = await here.tenfold(['doctor'], { env })
    expect([code, err, out.length]).toEqual([1, [], 4])
    expect(out[2]).toMatch(/^ok {5}The database /)
    expect(out[3]).toMatch(/^WRONG {2}The attachment store at http:\/\/127.0.0.1:1 can't be reached /)
  })

  test('reports an attachment store that rejects a check, and the result of every other check', async () => {
    await fillInstallation(here)
    const store = await startAnsweringServer(({ method }, response) => {
      response.statusCode = method === 'HEAD' ? 403 : 200
      response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
    })
    const env = {
      ATTACHMENTS_URL: `s3://files?endpoint=${store.url}`,
      ATTACHMENTS_ACCESS_KEY_ID: 'id',
      ATTACHMENTS_SECRET_ACCESS_KEY: 'kV3nQ8sZ1xT6bL0pR5yH2mW9',
    }
    const { code, out, err } = await here.tenfold(['doctor'], { env })
    await store.close()
    expect([code, err, out.length]).toEqual([1, [], 4])
    expect(out[3]).toMatch(/^WRONG {2}The attachment store failed: it returned 403/)
  })

  test('checks a running server during writes', async () => {
    const server = await here.serve()
    const cookie = await register(server)
    const write = () => call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)
    const writes = Array.from({ length: 40 }, write)
    const { out } = await here.tenfold(['doctor'])
    expect(out.filter((line) => !line.startsWith('ok'))).toEqual([])
    expect((await Promise.all(writes)).map((answer) => answer.status)).toEqual(writes.map(() => 201))
  })
})

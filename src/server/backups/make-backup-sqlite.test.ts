import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  BLOB,
  DELETED_BLOB,
  type Installation,
  SHARED_BLOB,
  fillInstallation,
  makeInstallation,
  readUnversioned,
} from '#tests/support/installation.ts'
import { insertUserRow } from '#tests/support/rows.ts'
import { readFiles } from '#tests/support/server-process.ts'
import { mountSmallDisk, unmount } from '#tests/support/small-disk.ts'

import { readConfig } from '../config.ts'
import { requireKnown } from '../db/sqlite-file.ts'
import { lockFile } from '../disk/lock-file.ts'
import { backUpBeforeUpdate } from './before-update.ts'
import { checksumOfFile } from './hashed-file.ts'
import { type BackupResult, makeBackup, removeLeftovers } from './make-backup.ts'

const NOW = '2026-11-23T12:00:00.000Z'
const NAME = 'tenfold-2026-11-23T120000Z'

let from: Installation
let to: Installation
let file: string
let backups: string
beforeEach(async () => {
  from = await makeInstallation()
  to = await makeInstallation({ step: null })
  await fillInstallation(from)
  file = join(from.dataDir, 'tenfold.db')
  backups = join(from.dataDir, 'backups')
})
afterEach(async () => {
  await from.remove()
  await to.remove()
})

function backUp(now = NOW, env: Record<string, string> = {}): Promise<BackupResult> {
  const request = { file, now, isBeforeUpdate: false, pace: null, waitMs: 0 }
  return makeBackup(readConfig({ ...from.env, ...env }), request)
}

/** Returns the error lines of a restore. Checks that nothing was written. */
async function refusal(folder: string): Promise<string[]> {
  const { code, out, err } = await to.tenfold(['restore', folder])
  expect([code, out]).toEqual([1, []])
  expect(existsSync(join(to.dataDir, 'tenfold.db'))).toBe(false)
  expect(existsSync(join(to.dataDir, 'files', BLOB))).toBe(false)
  return err
}

const inode = (...path: string[]) => statSync(join(...path)).ino
const names = () => readdirSync(backups).filter((name) => name !== 'backup.lock')

describe('an automatic backup', () => {
  test('restores every row and every file, including files that have since been deleted', async () => {
    const { folder } = await backUp()
    const {
      sessions: _,
      failed_checks: __,
      changes: ___,
      stream_users: ____,
      ...rows
    } = await from.use(readUnversioned)
    rmSync(join(from.dataDir, 'files'), { recursive: true })
    expect((await to.tenfold(['restore', folder])).err).toEqual([])
    const restored = await to.use(readUnversioned)
    expect(restored).toMatchObject(rows)
    expect(restored['sessions']).toEqual([])
    for (const [id, size] of [
      [BLOB, 5],
      [DELETED_BLOB, 5],
      [SHARED_BLOB, 200_000],
    ] as const)
      expect(statSync(join(to.dataDir, 'files', id)).size).toBe(size)
    expect((await to.tenfold(['doctor'])).code).toBe(0)
  })

  test('contains the writes that are still in the WAL, is one readable file, and changes nothing else', async () => {
    const server = await from.serve()
    server.child.kill('SIGKILL')
    await server.ended
    const writer = new SqliteDatabase(file)
    writer.exec("update tasks set title = 'in the log'")
    const { folder, bytes } = await backUp()
    const copy = new SqliteDatabase(join(folder, 'tenfold.db'), { readonly: true })
    expect(copy.prepare('select distinct title from tasks').pluck().all()).toEqual(['in the log'])
    expect(copy.pragma('journal_mode', { simple: true })).toBe('delete')
    copy.close()
    writer.close()
    expect(readdirSync(folder).toSorted()).toEqual(['files', 'manifest.json', 'tenfold.db'])
    expect(statSync(join(folder, 'tenfold.db')).size).toBe(bytes)
  })

  test('is a snapshot of one moment even if another connection writes during the copy', async () => {
    const writer = new SqliteDatabase(file)
    const text = 'x'.repeat(200_000)
    writer.prepare('update tasks set notes = ?').run(text)
    let writes = 0
    const timer = setInterval(() => {
      writer.exec("update tasks set title = 'later', notes = notes || 'y'")
      writes++
    }, 1)
    const pace = { pages: 1, rest: 0.1 }
    const request = { file, now: NOW, isBeforeUpdate: false, pace, waitMs: 0 }
    const { folder } = await makeBackup(readConfig(from.env), request)
    clearInterval(timer)
    writer.close()
    const copy = new SqliteDatabase(join(folder, 'tenfold.db'), { readonly: true })
    const lengths = copy.prepare('select distinct length(notes) from tasks').pluck().all()
    expect(writes).toBeGreaterThan(20)
    expect(lengths).toHaveLength(1)
    // A copy that restarts after each write would contain the last writes.
    expect(Number(lengths[0]) - text.length).toBeLessThan(writes / 2)
    copy.close()
  })

  test('links files instead of copying them, and everything is private to its owner', async () => {
    const umask = process.umask(0o077)
    const { folder } = await backUp()
    process.umask(umask)
    expect(inode(folder, 'files', SHARED_BLOB)).toBe(inode(from.dataDir, 'files', SHARED_BLOB))
    for (const name of readdirSync(backups, { recursive: true, encoding: 'utf8' })) {
      const { mode } = statSync(join(backups, name))
      // Attachments are links to files that the test wrote, with the same mode.
      if (!name.includes('/files/')) expect([name, mode & 0o077]).toEqual([name, 0])
    }
  })

  test('on another disk copies a file once and links it in later backups', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'tenfold-elsewhere-'))
    const env = { BACKUP_FOLDER: elsewhere }
    const first = await backUp('2026-11-22T12:00:00.000Z', env)
    const second = await backUp(NOW, env)
    const [one, two] = [inode(first.folder, 'files', BLOB), inode(second.folder, 'files', BLOB)]
    expect(two).toBe(one)
    rmSync(first.folder, { recursive: true })
    expect((await to.tenfold(['restore', second.folder])).err).toEqual([])
    rmSync(elsewhere, { recursive: true })
  })

  test('of files in a bucket that would fill the disk is refused before a file is read', async () => {
    const database = new SqliteDatabase(file)
    database.prepare('update attachments set size = ?').run(2 ** 50)
    database.close()
    const keys = { ATTACHMENTS_ACCESS_KEY_ID: 'id', ATTACHMENTS_SECRET_ACCESS_KEY: 'secret' }
    const env = { ...keys, ATTACHMENTS_URL: 's3://files?endpoint=http://127.0.0.1:1' }
    await expect(backUp(NOW, env)).rejects.toThrow(/ is too full for a backup: /)
    expect(names()).toEqual([])
  })

  test('on another disk is refused if the copied files would fill the disk', async (context) => {
    mkdirSync(backups)
    if (!mountSmallDisk(backups, 20)) context.skip('a disk can be mounted by root alone, on Linux')
    const size = 6 * 2 ** 20
    truncateSync(join(from.dataDir, 'files', BLOB), size)
    await from.use((db) => db.updateTable('attachments').set({ size }).where('blob', '=', BLOB).execute())
    try {
      await expect(backUp()).rejects.toThrow(/ is too full for a backup: /)
    } finally {
      unmount(backups)
    }
  })

  test('leaves out a missing file, reports its id, and can be restored', async () => {
    rmSync(join(from.dataDir, 'files', BLOB))
    const { folder, lost, files } = await backUp()
    expect([lost, files]).toEqual([[BLOB], 2])
    expect((await to.tenfold(['restore', folder])).err).toEqual([])
    expect(existsSync(join(to.dataDir, 'files', SHARED_BLOB))).toBe(true)
  })

  test('of a damaged database fails verification and is deleted, while the earlier backup stays', async () => {
    await backUp('2026-11-22T12:00:00.000Z')
    const database = new SqliteDatabase(file)
    const index = "select rootpage from sqlite_schema where name like 'sqlite_autoindex_categories%'"
    const page = Number(database.prepare(index).pluck().get())
    database.close()
    const bytes = readFileSync(file)
    bytes.write('gardex', bytes.indexOf('garden', (page - 1) * 4096))
    writeFileSync(file, bytes)
    await expect(backUp()).rejects.toThrow(/^The copy failed verification and was deleted \(.*categories/)
    expect(names()).toEqual(['tenfold-2026-11-22T120000Z'])
  })

  test('is refused while another one is running', async () => {
    mkdirSync(backups)
    const unlock = lockFile(join(backups, 'backup.lock'))
    await expect(backUp()).rejects.toThrow(`Another backup to ${backups} is already running.`)
    unlock()
    await backUp()
  })

  test('removes the leftovers of a crash and nothing else', async () => {
    const others = ['tenfold-2026-11-20', 'mine.unfinished', 'tenfold-2026-11-20T000000Z.txt']
    for (const name of ['tenfold-2026-11-20T000000Z.unfinished', ...others])
      mkdirSync(join(backups, name, 'files'), { recursive: true })
    await backUp()
    expect(names().toSorted()).toEqual([...others, NAME].toSorted())
  })

  test('is made even if one leftover can’t be removed, and removes all others', async (context) => {
    const leftovers = ['tenfold-2026-11-01T000000Z.unfinished', 'tenfold-2026-11-02T000000Z.unfinished']
    for (const name of leftovers) mkdirSync(join(backups, name), { recursive: true })
    const [stuck = ''] = leftovers
    if (!mountSmallDisk(join(backups, stuck), 1))
      context.skip('a disk can be mounted by root alone, on Linux')
    removeLeftovers(backups)
    expect(names()).toEqual([stuck])
    expect(await backUp()).toMatchObject({ stuck: [stuck] })
    unmount(join(backups, stuck))
    await backUp('2026-11-24T12:00:00.000Z')
    expect(names()).toEqual([NAME, 'tenfold-2026-11-24T120000Z'])
  })
})

describe('before an update', () => {
  test('a server that repeatedly fails to start makes only one backup until the database changes', async () => {
    const old = await makeInstallation({ step: '0014-settings' })
    const settings = readConfig({ ...old.env, BACKUPS: 'on' })
    const database = join(old.dataDir, 'tenfold.db')
    const attempt = () => backUpBeforeUpdate(settings, database, requireKnown(database))
    expect(await attempt()).toContain('before updating it.')
    expect(await attempt()).toBe(null)
    await old.use((db) => insertUserRow(db, 'eve'))
    expect(await attempt()).toContain('before updating it.')
    await old.remove()
  })

  test('a start makes a backup even if a wrong clock dated an earlier one in the future', async () => {
    const old = await makeInstallation({ step: '0014-settings' })
    const settings = readConfig({ ...old.env, BACKUPS: 'on' })
    const database = join(old.dataDir, 'tenfold.db')
    const now = '2999-01-01T00:00:00.000Z'
    await makeBackup(settings, { file: database, now, isBeforeUpdate: true, pace: null, waitMs: 0 })
    const line = await backUpBeforeUpdate(settings, database, requireKnown(database))
    expect(line).toContain('before updating it.')
    await old.remove()
  })
})

describe('rotation', () => {
  test('keeps 7 daily and 4 weekly backups, and ignores damaged ones', async () => {
    const { folder } = await backUp('2026-09-01T12:00:00.000Z')
    const first = Temporal.Instant.from('2026-10-01T12:00:00Z')
    for (let day = 0; day < 53; day++) {
      const name = first
        .add({ hours: 24 * day })
        .toString()
        .replaceAll(':', '')
      cpSync(folder, join(backups, `tenfold-${name}`), { recursive: true })
    }
    const damaged = '11-22'
    truncateSync(join(backups, `tenfold-2026-${damaged}T120000Z`, 'tenfold.db'), 4096)
    const { removed } = await backUp()
    const weekly = ['10-25', '11-01', '11-08', '11-15']
    const daily = ['11-16', '11-17', '11-18', '11-19', '11-20', '11-21']
    const days = [...weekly, ...daily, damaged, '11-23']
    expect(names()).toEqual(days.map((day) => `tenfold-2026-${day}T120000Z`))
    expect(removed).toHaveLength(43)
  })

  test('removes the other old backups even if one can’t be removed', async (context) => {
    const { folder } = await backUp('2026-08-01T12:00:00.000Z')
    for (const month of ['08', '09'])
      for (let day = 10; day <= 30; day++)
        cpSync(folder, join(backups, `tenfold-2026-${month}-${day}T120000Z`), { recursive: true })
    if (!mountSmallDisk(join(folder, 'files'), 1))
      context.skip('a disk can be mounted by root alone, on Linux')
    const { removed, stuck } = await backUp('2026-10-01T12:00:00.000Z')
    expect(stuck).toEqual(['tenfold-2026-08-01T120000Z.unfinished'])
    expect(removed).not.toContain('tenfold-2026-08-01T120000Z')
    expect(removed.length).toBeGreaterThan(5)
    expect(names()).toContain('tenfold-2026-10-01T120000Z')
    unmount(join(backups, 'tenfold-2026-08-01T120000Z.unfinished', 'files'))
  })
})

describe('a damaged backup is rejected and nothing is written', () => {
  let folder: string
  beforeEach(async () => {
    ;({ folder } = await backUp())
  })

  const copy = () => join(folder, 'tenfold.db')
  const closing = () => `The backup ${folder} is damaged, so nothing was restored. Use another backup.`

  /** Updates the checksum in the manifest. */
  async function sign(change: (manifest: { steps: string[] }) => void = () => undefined): Promise<void> {
    const path = join(folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { steps: string[]; database: object }
    manifest.database = await checksumOfFile(copy())
    change(manifest)
    writeFileSync(path, JSON.stringify(manifest))
  }

  test('when its database is truncated or missing', async () => {
    truncateSync(copy(), 8192)
    expect(await refusal(folder)).toEqual([`${copy()} has changed since the backup.`, closing()])
    rmSync(copy())
    expect(await refusal(folder)).toEqual([`${copy()} is missing.`, closing()])
  })

  test('when the content of a file was changed', async () => {
    rmSync(join(folder, 'files', BLOB))
    writeFileSync(join(folder, 'files', BLOB), 'hallo')
    const path = join(folder, 'files', BLOB)
    expect(await refusal(folder)).toEqual([`${path} has changed since the backup.`, closing()])
  })

  test('when its database is damaged and every checksum is correct', async () => {
    const bytes = readFileSync(copy())
    bytes.fill(0xaa, 5 * 4096, 6 * 4096)
    writeFileSync(copy(), bytes)
    await sign()
    const [first, last] = await refusal(folder)
    expect(first).toMatch(/tenfold\.db failed verification \(.+\)\.$/)
    expect(last).toBe(closing())
  })

  test('when its database is from another program', async () => {
    rmSync(copy())
    const other = new SqliteDatabase(copy())
    other.exec('create table notes (text text)')
    other.close()
    await sign()
    expect(await refusal(folder)).toEqual([
      `${copy()} failed verification (it is not from Tenfold).`,
      closing(),
    ])
  })

  test('when it is from a newer version', async () => {
    await sign(({ steps }) => void steps.push('9999-future'))
    expect(await refusal(folder)).toEqual([
      `The backup ${folder} is from a newer version of Tenfold. Update Tenfold and try again.`,
    ])
  })

  test('when a row references a file that the backup does not have', async () => {
    await sign((manifest) => Object.assign(manifest, { files: [] }))
    expect((await refusal(folder)).at(-1)).toBe(closing())
  })

  test('when the data folder has a database, which stays unchanged', async () => {
    const before = readFiles(from.path)
    const { code, err } = await from.tenfold(['restore', folder])
    expect(code).toBe(1)
    expect(err[0]).toContain('already contains a database, so nothing was restored.')
    expect(readFiles(from.path)).toEqual(before)
  })
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Returns what the doctor reports about backups. */
async function doctor(): Promise<string[]> {
  const { out } = await from.tenfold(['doctor'], { env: { BACKUPS: 'on' } })
  return out.filter((line) => line.includes('backup'))
}

describe('the doctor', () => {
  test('reports the age of the newest backup, and a backup that is old or missing', async () => {
    expect((await doctor())[0]).toMatch(`WRONG  There is no automatic backup in ${backups}.`)
    const old = await backUp(hoursAgo(73))
    expect((await doctor())[0]).toMatch(`WRONG  The newest backup ${old.folder} is 3 days old. `)
    const recent = await backUp(hoursAgo(5))
    expect(await doctor()).toEqual([`ok     The newest backup ${recent.folder} is 5 hours old`])
  })

  test('reports an old backup even if a wrong clock dated another one in the future', async () => {
    await backUp(hoursAgo(-24))
    const old = await backUp(hoursAgo(73))
    expect((await doctor())[0]).toMatch(`WRONG  The newest backup ${old.folder} is 3 days old. `)
  })
})

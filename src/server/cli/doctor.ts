import { statSync } from 'node:fs'

import { listOrphanedFiles } from '../attachments/orphaned-files.ts'
import { hasUsers } from '../auth/store.ts'
import type { Settings } from '../config.ts'
import { databaseFile, requireWritable } from '../start/data-folder.ts'
import { findDamage } from '../db/integrity.ts'
import { isUpToDate, stepsTaken } from '../db/migrations.ts'
import { databaseName } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import { StoreError, requireBucket } from '../files/bucket/client.ts'
import type { Files } from '../files/files.ts'
import { openFiles, placeOfFiles } from '../files/open-files.ts'
import { requireSafeSecret } from '../start/session-secret.ts'
import { StartError } from '../settings/start-error.ts'
import { readDatabase } from './open-database.ts'
import { listBackups } from '../backups/automatic-backups.ts'
import { listStoredFiles } from '../backups/stored-files.ts'
import { listFileOwners } from './store.ts'
import type { Terminal } from './terminal.ts'
import { inWords } from './words.ts'

/** The maximum number of faults of one kind to print. */
const FAULTS_TOLD_MAX = 20

const HOUR_MS = 3_600_000
/** A running server makes a backup every calendar day. */
const BACKUP_HOURS_MAX = 48

/** One check and the faults it found, each with a remedy. The check passed if there are none. */
type Finding = { what: string; faults: string[] }

/**
 * Checks the settings, the database and the files without changing anything, and prints the result of each check.
 * @returns whether every check passed
 */
export async function doctor(settings: Settings, terminal: Terminal): Promise<boolean> {
  const findings: Finding[] = [{ what: 'The settings', faults: [] }, checkFolder(settings)]
  try {
    findings.push(...(await readDatabase(settings, (db) => checkDatabase(db, settings))))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    findings.push({ what: nameOfDatabase(settings), faults: error.lines })
  }
  if (settings.backups && settings.databaseUrl === null) findings.push(checkBackups(settings))
  for (const { what, faults } of findings) {
    if (faults.length === 0) terminal.print(`ok     ${what}`)
    for (const fault of faults.slice(0, FAULTS_TOLD_MAX)) terminal.print(`WRONG  ${fault}`)
    if (faults.length > FAULTS_TOLD_MAX)
      terminal.print(`WRONG  … and ${faults.length - FAULTS_TOLD_MAX} more like this`)
  }
  return findings.every(({ faults }) => faults.length === 0)
}

function checkFolder({ dataDir, sessionSecret }: Settings): Finding {
  const what = `The data folder ${dataDir}`
  try {
    requireWritable(dataDir)
    if (!statSync(dataDir, { throwIfNoEntry: false })) {
      return { what, faults: [`${what} does not exist. Start Tenfold once, or correct DATA_DIR.`] }
    }
    if (sessionSecret === null) requireSafeSecret(dataDir)
    return { what, faults: [] }
  } catch (error) {
    if (error instanceof StartError) return { what, faults: error.lines }
    throw error
  }
}

async function checkDatabase(db: Database, settings: Settings): Promise<Finding[]> {
  const damage = await findDamage(db)
  const isCurrent = isUpToDate(await stepsTaken(db))
  const age = isCurrent ? '' : ', from an older version; the next start upgrades it'
  const database: Finding = {
    what: `${nameOfDatabase(settings)}${age}`,
    faults: damage.map(
      (fault) => `${nameOfDatabase(settings)} is damaged: ${fault}. Restore it from a backup.`,
    ),
  }
  // The queries below need a current, undamaged schema.
  if (!isCurrent || damage.length > 0) return [database]
  return [database, ...(await checkStoredFiles(db, settings))]
}

async function checkStoredFiles(db: Database, settings: Settings): Promise<Finding[]> {
  const files = openFiles(settings)
  try {
    if (settings.bucket !== null) await requireBucket(settings.bucket)
    return [await checkFiles(db, files), await checkOrphanedFiles(db, files, settings)]
  } catch (error) {
    const what = 'The attachment store'
    if (error instanceof StartError) return [{ what, faults: error.lines }]
    if (!(error instanceof StoreError)) throw error
    return [{ what, faults: [`${what} failed: ${error.message}. Fix the cause.`] }]
  }
}

async function checkFiles(db: Database, files: Files): Promise<Finding> {
  const stored = await listStoredFiles(db)
  const wrong: string[] = []
  for (const { id, size } of stored) if (!(await files.has(id, size))) wrong.push(id)
  // Rows are deleted before their files, so a file without a row was removed during the check.
  const owners = await listFileOwners(db, wrong)
  return {
    what: inWords(stored.length, 'attachment file'),
    faults: owners.map(
      ({ id, name, taskId, email }) =>
        `Task ${taskId} of ${email}: the file ${JSON.stringify(name)} is missing or truncated. Restore files/${id} from a backup, or remove the attachment.`,
    ),
  }
}

/** Reports the files that the server's next sweep would remove or move. */
async function checkOrphanedFiles(db: Database, files: Files, settings: Settings): Promise<Finding> {
  const { unfinished, unused } = await listOrphanedFiles({ db, files }, Date.now())
  // Users may have deleted some of them in the meantime.
  const there = new Set((await files.list()).blobs)
  const count = unfinished.length + unused.filter((id) => there.has(id)).length
  const place = placeOfFiles(settings)
  const remedy = (await hasUsers(db))
    ? `Start Tenfold: the server moves these files to ${place}orphaned and deletes them after 7 days.`
    : 'The database has no accounts: restore it from a backup, or move these files elsewhere.'
  return {
    what: 'No orphaned files',
    faults: count === 0 ? [] : [`${place} has ${inWords(count, 'file')} that no task uses. ${remedy}`],
  }
}

/** Checks that the newest automatic backup is recent. Ignores backups that a wrong clock dated in the future. */
function checkBackups({ backupFolder }: Settings): Finding {
  const newest = listBackups(backupFolder).findLast(({ at }) => Date.parse(at) <= Date.now())
  const remedy =
    'A running server makes a backup every day. If the server is running, look for "backup failed" in its log.'
  if (!newest) {
    const what = `There is no automatic backup in ${backupFolder}.`
    return { what, faults: [`${what} ${remedy}`] }
  }
  const hours = Math.floor((Date.now() - Date.parse(newest.at)) / HOUR_MS)
  const age = hours < 48 ? inWords(hours, 'hour') : inWords(Math.floor(hours / 24), 'day')
  const what = `The newest backup ${newest.folder} is ${age} old`
  return { what, faults: hours < BACKUP_HOURS_MAX ? [] : [`${what}. ${remedy}`] }
}

function nameOfDatabase({ dataDir, databaseUrl }: Settings): string {
  return `The database ${databaseUrl === null ? databaseFile(dataDir) : databaseName(databaseUrl)}`
}

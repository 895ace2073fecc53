import { statSync } from 'node:fs'

import { listLeftOvers, sweptAgeMs } from '../attachments/left-overs.ts'
import { hasUsers } from '../auth/store.ts'
import type { Settings } from '../config.ts'
import { databaseFile, requireWritable } from '../data-folder.ts'
import { findDamage } from '../db/integrity.ts'
import { isUpToDate, stepsTaken } from '../db/migrations.ts'
import { databaseName } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import type { Files } from '../files.ts'
import { openFiles } from '../open-files.ts'
import { requireSafeSecret } from '../session-secret.ts'
import { StartError } from '../start-error.ts'
import { readDatabase } from './open-database.ts'
import { listFileOwners, listStoredFiles } from './store.ts'
import type { Terminal } from './terminal.ts'
import { inWords } from './words.ts'

/** No upload takes so long: what is younger may be one that a server is just taking. */
const UPLOAD_MS_MAX = 3_600_000

/** Of more faults of one kind than this only the first are told. */
const FAULTS_TOLD_MAX = 20

/** What was looked at, and what is wrong with it and what to do, a line each; all is well without one. */
type Finding = { what: string; faults: string[] }

/**
 * Looks at everything that is kept, and changes nothing. It says what it looked at and what to do where something is wrong.
 * @returns whether all is well
 */
export async function doctor(settings: Settings, terminal: Terminal): Promise<boolean> {
  const findings: Finding[] = [{ what: 'The settings', faults: [] }, checkFolder(settings)]
  try {
    findings.push(...(await readDatabase(settings, (db) => checkDatabase(db, settings))))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    findings.push({ what: nameOfDatabase(settings), faults: error.lines })
  }
  for (const { what, faults } of findings) {
    if (faults.length === 0) terminal.print(`ok     ${what}`)
    for (const fault of faults.slice(0, FAULTS_TOLD_MAX)) terminal.print(`WRONG  ${fault}`)
    if (faults.length > FAULTS_TOLD_MAX)
      terminal.print(`WRONG  … and ${faults.length - FAULTS_TOLD_MAX} more like that`)
  }
  return findings.every(({ faults }) => faults.length === 0)
}

function checkFolder({ dataDir, sessionSecret }: Settings): Finding {
  const what = `The data folder ${dataDir}`
  try {
    requireWritable(dataDir)
    if (!statSync(dataDir, { throwIfNoEntry: false })) {
      return { what, faults: [`${what} is not there. Start Tenfold once, or correct DATA_DIR.`] }
    }
    if (sessionSecret === null) requireSafeSecret(dataDir)
    return { what, faults: [] }
  } catch (error) {
    if (error instanceof StartError) return { what, faults: error.lines }
    throw error
  }
}

async function checkDatabase(db: Database, settings: Settings): Promise<Finding[]> {
  const files = openFiles(settings)
  const damage = await findDamage(db)
  const isCurrent = isUpToDate(await stepsTaken(db))
  const age = isCurrent ? '' : ', of an older version, which the next start brings up to date'
  const database: Finding = {
    what: `${nameOfDatabase(settings)}${age}`,
    faults: damage.map(
      (fault) => `${nameOfDatabase(settings)} is damaged: ${fault}. Restore it from a backup.`,
    ),
  }
  // Of an older version or damaged, the tables cannot be asked about.
  if (!isCurrent || damage.length > 0) return [database]
  return [database, await checkFiles(db, files), await checkLeftOvers(db, files, settings)]
}

/** Each attachment must find its bytes. */
async function checkFiles(db: Database, files: Files): Promise<Finding> {
  const stored = await listStoredFiles(db)
  const wrong: string[] = []
  for (const { id, size } of stored) if (!(await files.has(id, size))) wrong.push(id)
  // A row goes before its file: what has no row any more was removed while we looked.
  const owners = await listFileOwners(db, wrong)
  return {
    what: `${inWords(stored.length, 'file')} of attachments`,
    faults: owners.map(
      ({ id, name, taskId, email }) =>
        `The file ${JSON.stringify(name)} of task ${taskId} of ${email} is missing or cut. Put files/${id} back from a backup, or remove the attachment.`,
    ),
  }
}

async function checkLeftOvers(db: Database, files: Files, settings: Settings): Promise<Finding> {
  const ageMs = Math.max(UPLOAD_MS_MAX, sweptAgeMs(settings))
  const { unfinished, unused } = await listLeftOvers({ db, files }, ageMs)
  // Those that were removed while we looked are none.
  const there = new Set((await files.list()).blobs)
  const count = unfinished.length + unused.filter((id) => there.has(id)).length
  const remedy = (await hasUsers(db))
    ? 'Start Tenfold anew, which removes them.'
    : 'The database has no account: restore it from a backup, or move these files away.'
  return {
    what: 'No left-over files',
    faults:
      count === 0
        ? []
        : [`In ${settings.dataDir}/files there are ${count} files that belong to nothing. ${remedy}`],
  }
}

function nameOfDatabase({ dataDir, databaseUrl }: Settings): string {
  return `The database ${databaseUrl === null ? databaseFile(dataDir) : databaseName(databaseUrl)}`
}

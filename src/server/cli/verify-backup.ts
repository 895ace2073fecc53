import { createReadStream } from 'node:fs'

import { StartError } from '../settings/start-error.ts'
import { type Checksum, checksumOf } from '../backups/hashed-file.ts'
import { readLines } from './json-lines.ts'
import {
  type DatabaseManifest,
  type Manifest,
  type TableEntry,
  databasePath,
  filePath,
  tablePath,
} from '../backups/manifest.ts'
import { type StoredFile, listStoredFiles } from '../backups/stored-files.ts'
import { findFault } from '../backups/verify-copy.ts'
import { readCopy } from './read-copy.ts'

/** The maximum number of faults to print. */
const FAULTS_TOLD_MAX = 10

/**
 * Compares a whole backup with its manifest, without changing anything.
 * @throws StartError with one line per fault
 */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<void> {
  const faults: string[] = []
  if ('tables' in manifest)
    for (const table of manifest.tables) faults.push(...(await tableFaults(folder, table)))
  else faults.push(...(await databaseFaults(folder, manifest)))
  for (const file of manifest.files) faults.push(...(await checksumFaults(filePath(folder, file.id), file)))
  if (faults.length === 0) faults.push(...(await attachmentFaults(folder, manifest)))
  if (faults.length === 0) return
  const more = faults.length - FAULTS_TOLD_MAX
  throw new StartError(
    ...faults.slice(0, FAULTS_TOLD_MAX),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    `The backup ${folder} is damaged, so nothing was restored. Use another backup.`,
  )
}

async function tableFaults(folder: string, table: TableEntry): Promise<string[]> {
  const path = tablePath(folder, table.name)
  const faults = await checksumFaults(path, table)
  if (faults.length > 0) return faults
  let rows = 0
  try {
    for await (const _ of readLines(path)) rows++
  } catch {
    return [`${path} contains an invalid line.`]
  }
  return rows === table.rows ? [] : [`${path} has ${rows} rows instead of ${table.rows}.`]
}

async function checksumFaults(path: string, wanted: Checksum): Promise<string[]> {
  try {
    const there = await checksumOf(createReadStream(path))
    const isSame = there.size === wanted.size && there.sha256 === wanted.sha256
    return isSame ? [] : [`${path} has changed since the backup.`]
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    return [code === 'ENOENT' ? `${path} is missing.` : `${path} cannot be read (${code}).`]
  }
}

async function databaseFaults(folder: string, manifest: DatabaseManifest): Promise<string[]> {
  const path = databasePath(folder)
  const faults = await checksumFaults(path, manifest.database)
  if (faults.length > 0) return faults
  const fault = findFault(path, manifest.steps)
  return fault === null ? [] : [`${path} failed verification (${fault}).`]
}

async function attachmentFaults(folder: string, manifest: Manifest): Promise<string[]> {
  const sizes = new Map(manifest.files.map((file) => [file.id, file.size]))
  const lost = new Set('lost' in manifest ? manifest.lost : [])
  const wanted =
    'tables' in manifest
      ? await filesOfTables(folder, manifest.tables)
      : await readCopy(folder, (copy) => listStoredFiles(copy))
  return wanted
    .filter(({ id, size }) => sizes.get(id) !== size && !lost.has(id))
    .map(({ id }) => `The file ${filePath(folder, id)} is missing.`)
}

async function filesOfTables(folder: string, tables: readonly TableEntry[]): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const { name } of tables) {
    if (name !== 'attachments' && name !== 'deleted_attachments') continue
    for await (const row of readLines(tablePath(folder, name)))
      files.push({ id: String(row['blob']), size: Number(row['size']) })
  }
  return files
}

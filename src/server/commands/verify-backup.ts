import { createReadStream } from 'node:fs'

import { StartError } from '../start-error.ts'
import { type Checksum, checksumOf } from './hashed-file.ts'
import { readLines } from './json-lines.ts'
import { type Manifest, type TableEntry, filePath, tablePath } from './manifest.ts'

/** Of more faults than this only the first are told. */
const FAULTS_TOLD_MAX = 10

/**
 * Reads a whole backup and compares it with what it says about itself, without changing anything.
 * @throws StartError with a line for each fault
 */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<void> {
  const faults: string[] = []
  for (const table of manifest.tables) faults.push(...(await tableFaults(folder, table)))
  for (const file of manifest.files) faults.push(...(await checksumFaults(filePath(folder, file.id), file)))
  if (faults.length === 0) faults.push(...(await attachmentFaults(folder, manifest)))
  if (faults.length === 0) return
  const more = faults.length - FAULTS_TOLD_MAX
  throw new StartError(
    ...faults.slice(0, FAULTS_TOLD_MAX),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    `The backup ${folder} is damaged, so nothing was restored. Take another backup.`,
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
    return [`${path} holds a line that is no row.`]
  }
  return rows === table.rows ? [] : [`${path} holds ${rows} rows instead of ${table.rows}.`]
}

async function checksumFaults(path: string, wanted: Checksum): Promise<string[]> {
  try {
    const there = await checksumOf(createReadStream(path))
    const isSame = there.size === wanted.size && there.sha256 === wanted.sha256
    return isSame ? [] : [`${path} is not as it was written.`]
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    return [code === 'ENOENT' ? `${path} is missing.` : `${path} cannot be read (${code}).`]
  }
}

/** Each attachment must find its bytes among the files. */
async function attachmentFaults(folder: string, { tables, files }: Manifest): Promise<string[]> {
  if (!tables.some((table) => table.name === 'attachments')) return []
  const sizes = new Map(files.map((file) => [file.id, file.size]))
  const faults: string[] = []
  for await (const row of readLines(tablePath(folder, 'attachments'))) {
    const id = String(row['blob'])
    if (sizes.get(id) !== row['size']) faults.push(`The file ${filePath(folder, id)} is missing.`)
  }
  return faults
}

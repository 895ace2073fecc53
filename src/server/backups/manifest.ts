import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { lastStep, unknownSteps } from '../db/migrations.ts'
import { StartError } from '../settings/start-error.ts'

const MANIFEST = 'manifest.json'

/** The folder for attachment files, next to the folder for tables. */
export const FILES = 'files'

/** The copy of a SQLite database in an automatic backup. */
const DATABASE = 'tenfold.db'

/** Rows as JSON lines, from either database. */
export const ROWS_FORM = 1
/**
 * A copy of a SQLite database. A new format that older versions cannot read needs a higher number than all existing
 * ones.
 */
export const DATABASE_FORM = 2

const count = z.int().min(0)
const checksum = { size: count, sha256: z.string().regex(/^[\da-f]{64}$/) }
const uuid = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)

const content = {
  createdAt: z.iso.datetime(),
  /** The migrations applied to the rows. */
  steps: z.array(z.string()),
  files: z.array(z.object({ id: uuid, ...checksum })),
}

/** The manifest of a backup. File paths are built from table and blob names, so these are validated. */
const manifestSchema = z.discriminatedUnion('tenfoldBackup', [
  z.object({
    tenfoldBackup: z.literal(ROWS_FORM),
    ...content,
    /** The tables in reading order: referenced tables first. */
    tables: z.array(
      z.object({ name: z.string().regex(/^[a-z_]+$/), rows: count, lastNumber: count, ...checksum }),
    ),
  }),
  z.object({
    tenfoldBackup: z.literal(DATABASE_FORM),
    ...content,
    database: z.object(checksum),
    /** Files that rows reference but that were already missing at the time of the backup. */
    lost: z.array(uuid),
  }),
])

export type Manifest = z.output<typeof manifestSchema>
/** The manifest of a backup made by the `backup` command. */
export type RowsManifest = Extract<Manifest, { tenfoldBackup: typeof ROWS_FORM }>
/** The manifest of an automatic backup. */
export type DatabaseManifest = Extract<Manifest, { tenfoldBackup: typeof DATABASE_FORM }>
export type TableEntry = RowsManifest['tables'][number]
export type FileEntry = Manifest['files'][number]

export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
}

export function databasePath(folder: string): string {
  return join(folder, DATABASE)
}

export function tablePath(folder: string, name: string): string {
  return join(folder, 'tables', `${name}.jsonl`)
}

export function filePath(folder: string, id: string): string {
  return join(folder, FILES, id)
}

/** @throws StartError if the manifest is missing, damaged or from a newer version */
export function readManifest(folder: string): Manifest {
  const json = parseManifest(folder)
  const form = z.object({ tenfoldBackup: z.int() }).safeParse(json)
  if (form.success && form.data.tenfoldBackup > DATABASE_FORM) throw newer(folder)
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw damagedManifest(folder)
  if (unknownSteps(parsed.data.steps).length > 0) throw newer(folder)
  if (lastStep(parsed.data.steps) === null) throw damagedManifest(folder)
  return parsed.data
}

function parseManifest(folder: string): unknown {
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new StartError(
      `${folder} is not a backup: couldn’t read ${MANIFEST} (${code}). Choose a folder made by the backup command or by automatic backups.`,
    )
  }
  try {
    return JSON.parse(text)
  } catch {
    throw damagedManifest(folder)
  }
}

function newer(folder: string): StartError {
  return new StartError(
    `The backup ${folder} is from a newer version of Tenfold. Update Tenfold and try again.`,
  )
}

function damagedManifest(folder: string): StartError {
  return new StartError(`The backup ${folder} is damaged: its ${MANIFEST} has changed. Use another backup.`)
}

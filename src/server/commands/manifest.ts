import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { lastStep, unknownSteps } from '../db/migrations.ts'
import { StartError } from '../start-error.ts'

export const MANIFEST = 'manifest.json'

/** The folder of a backup's files; its tables lie beside it in a folder of their own. */
export const FILES = 'files'

/** The number of the form below. A change that an older program could not read gets a new one. */
const FORM = 1

const count = z.int().min(0)
const checksum = { size: count, sha256: z.string().regex(/^[\da-f]{64}$/) }
const uuid = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)

/** What a backup says about itself. Names of files are made from names of tables and blobs, so these are checked. */
const manifestSchema = z.object({
  tenfoldBackup: z.literal(FORM),
  createdAt: z.iso.datetime(),
  /** The steps that the schema of the rows has taken. */
  steps: z.array(z.string()),
  /** In the order in which they were read: those that others refer to first. */
  tables: z.array(
    z.object({ name: z.string().regex(/^[a-z_]+$/), rows: count, lastNumber: count, ...checksum }),
  ),
  files: z.array(z.object({ id: uuid, ...checksum })),
})

export type Manifest = z.output<typeof manifestSchema>
export type TableEntry = Manifest['tables'][number]
export type FileEntry = Manifest['files'][number]

export function makeManifest(content: Omit<Manifest, 'tenfoldBackup'>): Manifest {
  return { tenfoldBackup: FORM, ...content }
}

/** Where the rows of a table lie in a backup. */
export function tablePath(folder: string, name: string): string {
  return join(folder, 'tables', `${name}.jsonl`)
}

/** Where the bytes of a blob lie in a backup. */
export function filePath(folder: string, id: string): string {
  return join(folder, FILES, id)
}

/**
 * Reads what a backup says about itself.
 * @throws StartError when it is none, is damaged, or is of a newer version
 */
export function readManifest(folder: string): Manifest {
  const json = parseManifest(folder)
  const form = z.object({ tenfoldBackup: z.int() }).safeParse(json)
  if (form.success && form.data.tenfoldBackup > FORM) throw newer(folder)
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
      `${folder} is no backup: its ${MANIFEST} cannot be read (${code}). Name a folder that the command backup made.`,
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
    `The backup ${folder} was made by a newer version of Tenfold. Update Tenfold, then restore it.`,
  )
}

function damagedManifest(folder: string): StartError {
  return new StartError(
    `The backup ${folder} is damaged: its ${MANIFEST} is not as it was written. Take another backup.`,
  )
}

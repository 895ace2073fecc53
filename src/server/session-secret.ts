import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { SESSION_SECRET_LENGTH_MIN } from './config.ts'
import { createDurably } from './durable-file.ts'
import { errorCode, folderError } from './folder-error.ts'
import { StartError } from './start-error.ts'

const SECRET_BYTES = 32

/** What a file's mode lets the group and all others do. */
const OTHERS = 0o077

/**
 * The secret the cookies depend on: made once, then kept in the data folder, readable by its owner alone. Of several
 * servers that make one at once, all get the first.
 * @param path the data folder
 * @throws StartError when the secret cannot be read or written, or was cut short
 */
export function keptSecret(path: string): string {
  const file = secretFile(path)
  if (!existsSync(file)) makeSecret(path, file)
  return requireWhole(file)
}

/**
 * Looks whether the secret that is kept in the data folder, if there is one, can be used, without making one.
 * @throws StartError when it cannot, or others can read it too
 */
export function requireSafeSecret(path: string): void {
  const file = secretFile(path)
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return
  requireWhole(file)
  if (process.platform === 'win32' || (found.mode & OTHERS) === 0) return
  throw new StartError(
    `The session secret ${file} can be read by others. Run: chmod 600 ${file}, or delete it, and everybody signs in again.`,
  )
}

function secretFile(path: string): string {
  return join(path, 'session-secret')
}

function requireWhole(file: string): string {
  const secret = readSecret(file)
  if (secret.length >= SESSION_SECRET_LENGTH_MIN) return secret
  throw new StartError(
    `The session secret ${file} is damaged. Restore it from a backup, or delete it: then everybody signs in again.`,
  )
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartError(`The session secret ${file} cannot be read (${errorCode(error)}). Make it readable.`)
  }
}

function makeSecret(path: string, file: string): void {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  try {
    createDurably(file, `${secret}\n`)
  } catch (error) {
    throw folderError(path, error)
  }
}

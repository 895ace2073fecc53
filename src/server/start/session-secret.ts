import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { SESSION_SECRET_LENGTH_MIN } from '../config.ts'
import { createDurably } from '../disk/durable-file.ts'
import { errorCode, folderError } from './folder-error.ts'
import { StartError } from '../settings/start-error.ts'

const SECRET_BYTES = 32

/** The permission bits of the group and of others. */
const OTHERS = 0o077

/**
 * Returns the secret that signs cookies. Creates the secret once and keeps it in the data folder, readable only by its
 * owner. If several servers create one at the same time, all use the first.
 * @param path the data folder
 * @throws StartError if the secret cannot be read or written, or is truncated
 */
export function keptSecret(path: string): string {
  const file = secretFile(path)
  if (!existsSync(file)) makeSecret(path, file)
  return requireWhole(file)
}

/**
 * Checks that an existing secret in the data folder is usable, without creating one.
 * @throws StartError if the secret is damaged, or if others can read it
 */
export function requireSafeSecret(path: string): void {
  const file = secretFile(path)
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return
  requireWhole(file)
  if (process.platform === 'win32' || (found.mode & OTHERS) === 0) return
  throw new StartError(
    `The session secret ${file} is readable by others. Run chmod 600 ${file}, or delete the file, which signs out all users.`,
  )
}

function secretFile(path: string): string {
  return join(path, 'session-secret')
}

function requireWhole(file: string): string {
  const secret = readSecret(file)
  if (secret.length >= SESSION_SECRET_LENGTH_MIN) return secret
  throw new StartError(
    `The session secret ${file} is damaged. Restore the file from a backup, or delete it, which signs out all users.`,
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

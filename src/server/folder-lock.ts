import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'

import { errorCode, folderError } from './folder-error.ts'
import { StartError } from './start-error.ts'

/** The file that says which process holds the folder. */
const HOLDER = 'server.pid'
const HOLDER_WAIT_MS = 1000
const HOLDER_POLL_MS = 20

/**
 * Takes the folder for this process. The operating system frees it when the process ends in whatever way, so that a
 * crash leaves nothing to clean up.
 * @returns what gives the folder up
 * @throws StartError when another process holds it
 */
export function lockFolder(path: string): () => void {
  const lock = takeLock(path)
  const holder = join(path, HOLDER)
  try {
    writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    lock.close()
    throw folderError(path, error)
  }
  return () => {
    rmSync(holder, { force: true })
    lock.close()
  }
}

/**
 * The lock is one of SQLite's on a file of its own. That file is never opened otherwise: closing any handle on it
 * would give up the lock on POSIX.
 */
function takeLock(path: string): SqliteDatabase.Database {
  let lock: SqliteDatabase.Database | null = null
  try {
    lock = new SqliteDatabase(join(path, 'server.lock'), { timeout: 0 })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    throw errorCode(error).startsWith('SQLITE_BUSY') ? takenError(path) : folderError(path, error)
  }
}

function takenError(path: string): StartError {
  const pid = findHolder(path)
  const named = pid === null ? '' : ` (process ${pid})`
  return new StartError(
    `Another Tenfold server${named} is already using ${path}. Stop it, or set DATA_DIR to another folder.`,
  )
}

/** The process that holds the folder; it may be about to say so. Null when it is not one of this machine's. */
function findHolder(path: string): number | null {
  for (let waited = 0; waited <= HOLDER_WAIT_MS; waited += HOLDER_POLL_MS) {
    const pid = readHolder(join(path, HOLDER))
    if (pid !== null && isAlive(pid)) return pid
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HOLDER_POLL_MS)
  }
  return null
}

function readHolder(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { errorCode, folderError } from './folder-error.ts'
import { makeRoomToStart } from '../db/reserve.ts'
import { lockFile } from '../disk/lock-file.ts'
import { StartError } from '../settings/start-error.ts'

/** Names the process that uses the folder. */
const HOLDER = 'server.pid'
const LOCK = 'server.lock'
const HOLDER_WAIT_MS = 1000
const HOLDER_POLL_MS = 20

/**
 * Locks the folder for this process. The operating system releases the lock when the process ends, even after a crash.
 * @returns a function that releases the lock
 * @throws StartError if another process holds the lock
 */
export function lockFolder(path: string): () => void {
  const unlock = takeLock(path)
  const holder = join(path, HOLDER)
  try {
    // On a full disk, startup needs the space that the last server reserved.
    makeRoomToStart(path)
    writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    unlock()
    throw folderError(path, error)
  }
  return () => {
    rmSync(holder, { force: true })
    unlock()
  }
}

/**
 * Checks that no other process holds the lock. Changes nothing.
 * @throws StartError if another process holds it
 */
export function requireUnlocked(path: string): void {
  if (existsSync(join(path, LOCK))) takeLock(path)()
}

function takeLock(path: string): () => void {
  try {
    return lockFile(join(path, LOCK))
  } catch (error) {
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

/** Returns the process that holds the lock, or null if it is on another machine or has not written its id yet. */
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

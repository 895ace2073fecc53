import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const LOCK = '.setup.lock'
const HEARTBEAT_MS = 5_000
const SILENT_MS_MAX = 30_000
const POLL_MS = 300

/**
 * Lets one process at a time install and build in a checkout; others wait. Ignores a stale lock: one whose process has
 * ended or has not updated the lock for 30 seconds.
 *
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(root, work) {
  const path = join(root, LOCK)
  await takeLock(path)
  const heartbeat = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => {})
  }, HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    await rm(path, { force: true })
  }
}

/** @param {string} path */
async function takeLock(path) {
  let told = false
  while (!(await createLock(path))) {
    const holder = await lockHolder(path)
    if (holder === null) {
      await rm(path, { force: true })
      continue
    }
    if (!told) console.log(`Waiting for process ${holder}, which is preparing this folder …`)
    told = true
    await delay(POLL_MS)
  }
}

/** @param {string} path */
async function createLock(path) {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * @param {string} path
 * @returns {Promise<number | null>} the process that holds the lock; null if the lock is free or stale.
 */
async function lockHolder(path) {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    const age = Date.now() - mtimeMs
    // The lock's owner creates the file before it writes its process id.
    if (text === '' && age < HEARTBEAT_MS) return 0
    const holder = Number(text)
    return isAlive(holder) && age < SILENT_MS_MAX ? holder : null
  } catch {
    return null
  }
}

/** @param {number} id */
function isAlive(id) {
  if (!Number.isSafeInteger(id) || id <= 0) return false
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

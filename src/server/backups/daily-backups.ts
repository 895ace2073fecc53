import { once } from 'node:events'
import { basename } from 'node:path'

import type { FastifyBaseLogger } from 'fastify'

import { listBackupTimes } from './automatic-backups.ts'
import { type BackupOutcome, startBackup } from './backup-process.ts'
import { backupFailure } from './before-update.ts'
import { removeLeftovers } from './make-backup.ts'
import { isBackupDue } from './rotation.ts'

const CHECK_MS = 10 * 60_000
/** The delay after a failure, such as a full disk. */
const RETRY_MS = 60 * 60_000

type Schedule = {
  env: Readonly<Record<string, string | undefined>>
  /** The SQLite file. */
  file: string
  backupFolder: string
  log: FastifyBaseLogger
}

export type DailyBackups = {
  /** Stops a running backup and starts no new ones. */
  close(): Promise<void>
}

/**
 * Removes the leftovers of a crash, makes a backup now unless there is one from today, and then one each calendar day, in
 * a separate process. A failure is logged in one line, and the backup is retried an hour later.
 */
export function scheduleBackups({ env, file, backupFolder, log }: Schedule): DailyBackups {
  let running: ReturnType<typeof startBackup> | null = null
  let failedAt = -Infinity
  let isClosed = false
  const report = (outcome: BackupOutcome) => {
    if ('failure' in outcome) {
      failedAt = performance.now()
      log.error(`backup failed: ${outcome.failure}`)
      return
    }
    const { folder, bytes, files, lost, removed, stuck } = outcome.result
    if (lost.length > 0) log.warn({ lost }, 'the backup lacks files that are missing; run the doctor')
    if (stuck.length > 0) log.warn({ stuck }, 'old backups could not be removed; remove them by hand')
    log.info({ backup: basename(folder), bytes, files, removed }, 'backup complete')
  }
  let isTidy = false
  const check = async () => {
    if (running || performance.now() - failedAt < RETRY_MS) return
    try {
      if (!isTidy) removeLeftovers(backupFolder)
      isTidy = true
      const now = new Date().toISOString()
      if (!isBackupDue(listBackupTimes(backupFolder), now, Temporal.Now.timeZoneId())) return
      running = startBackup(env, file)
      const outcome = await running.outcome
      if (!isClosed) report(outcome)
    } catch (error) {
      report({ failure: backupFailure(error) })
    } finally {
      running = null
    }
  }
  void check()
  const timer = setInterval(() => void check(), CHECK_MS).unref()
  return {
    close: async () => {
      isClosed = true
      clearInterval(timer)
      const child = running?.child
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      // The process may be verifying the copy, which blocks its event loop. The next backup removes its leftovers.
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

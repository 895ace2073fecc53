import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'

import { readConfig } from '../config.ts'
import { type BackupResult, WAIT_MS, makeBackup } from './make-backup.ts'
import { backupFailure } from './before-update.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Set in the environment of a process that only makes a backup. */
const MARK = 'TENFOLD_BACKUP_OF'
const LOWEST_PRIORITY = 19

/** Copies 1 MB, then pauses for as long as that took. Source: decision 058. */
const PACE = { pages: 256, rest: 1 }

export type BackupOutcome = { result: BackupResult } | { failure: string }

/**
 * Starts a process that makes one backup. The new process runs the same program and ends with this one.
 * @param file the SQLite file
 */
export function startBackup(
  env: Environment,
  file: string,
): { child: ChildProcess; outcome: Promise<BackupOutcome> } {
  const [, program = '', ...args] = process.argv
  const child = fork(program, args, {
    env: { ...env, [MARK]: file },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const outcome = new Promise<BackupOutcome>((resolve) => {
    child.once('message', (message) => resolve(message as BackupOutcome))
    child.once('error', (error) => resolve({ failure: backupFailure(error) }))
    child.once('exit', (code, signal) =>
      resolve({ failure: `The backup process exited with ${signal ?? `code ${code}`}.` }),
    )
  })
  return { child, outcome }
}

export function isBackupProcess(env: Environment): boolean {
  return env[MARK] !== undefined
}

/** Makes a backup, reports the outcome to the parent process, and ends. */
export async function runBackupProcess(env: Environment): Promise<never> {
  process.on('disconnect', () => process.exit(1))
  // Ignored, because Ctrl+C and systemd signal both processes, and the server ends this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const outcome = await backUp(env)
  await new Promise((resolve) => process.send?.(outcome, resolve))
  process.exit(0)
}

async function backUp(env: Environment): Promise<BackupOutcome> {
  try {
    const request = {
      file: env[MARK] ?? '',
      now: new Date().toISOString(),
      isBeforeUpdate: false,
      pace: PACE,
      waitMs: WAIT_MS,
      onCopied: giveWay,
    }
    return { result: await makeBackup(readConfig(env), request) }
  } catch (error) {
    return { failure: backupFailure(error) }
  }
}

/**
 * Lowers the process priority for verification. The copy keeps its priority, because the database's WAL grows until the
 * copy ends.
 */
function giveWay(): void {
  try {
    setPriority(LOWEST_PRIORITY)
  } catch {
    // The systemd unit forbids changing the priority.
  }
}

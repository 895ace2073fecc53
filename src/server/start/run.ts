import type { FastifyInstance } from 'fastify'

import { buildApp } from '../app.ts'
import { isBackupProcess, runBackupProcess } from '../backups/backup-process.ts'
import { backUpBeforeUpdate } from '../backups/before-update.ts'
import { type DailyBackups, scheduleBackups } from '../backups/daily-backups.ts'
import { requireBucket } from '../files/bucket/client.ts'
import { type Settings, localUrl, readConfig } from '../config.ts'
import { systemClock } from '../context.ts'
import {
  type DataFolder,
  databaseFile,
  openDataFolder,
  requireWritable,
  shareDataFolder,
} from './data-folder.ts'
import { drainOnClose } from './drain.ts'
import { requireUnlocked } from './folder-lock.ts'
import { openPostgres, requirePostgres } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import { clearCleanShutdown, wasShutDownCleanly, markCleanShutdown } from '../db/clean-shutdown.ts'
import { FullDiskError, requireKnown, requireOurs } from '../db/sqlite-file.ts'
import { openSqlite } from '../db/sqlite.ts'
import { requirePort, toListenError } from './listen.ts'
import { openFiles } from '../files/open-files.ts'
import type { Pages } from '../context.ts'
import { keepReserve } from '../db/reserve.ts'
import { keptSecret } from './session-secret.ts'
import { StartError } from '../settings/start-error.ts'

/** How long in-flight requests have to finish before their connections are closed. Source: faults F9. */
const DRAIN_MS = 8000
const STOP_MS = 10_000
/**
 * How many connections can wait to be accepted. Node accepts one per turn of the event loop, and the turns of a busy
 * server are long. A browser whose connection doesn't fit in the queue retries only after 1, 3, 7 and 15 s.
 */
const BACKLOG = 4096
/** npm can repeat Ctrl+C, so a second signal within this time does not force an exit. */
const SAME_SIGNAL_MS = 1000

type Environment = Readonly<Record<string, string | undefined>>

/** A running server. `file` is its SQLite database, or null with PostgreSQL. */
type Running = { app: FastifyInstance; db: Database; folder: DataFolder; file: string | null }

/**
 * Runs the server until a signal stops it. If the server cannot start, prints the reason and exits with code 1.
 * @param makePages finds the web pages; can throw a StartError
 */
export async function runServer(env: Environment, makePages: () => Pages | Promise<Pages>): Promise<void> {
  // Only the owner can read new files in the data folder.
  process.umask(0o077)
  if (isBackupProcess(env)) await runBackupProcess(env)
  try {
    const settings = readConfig(env)
    const running = await start(settings, makePages)
    stopWhenAsked(running, startBackups(running, settings, env))
    announce(settings)
  } catch (error) {
    process.stderr.write(`${describeFailure(error, env).join('\n')}\n`)
    process.exit(1)
  }
}

/** Starts the server. Runs the read-only checks first and the slow check of the whole database file last. */
async function start(settings: Settings, makePages: () => Pages | Promise<Pages>): Promise<Running> {
  await requirePort(settings)
  const pages = await makePages()
  requireWritable(settings.dataDir)
  const { dataDir, databaseUrl, bucket } = settings
  const file = databaseUrl === null ? databaseFile(dataDir) : null
  if (databaseUrl !== null) await requirePostgres(databaseUrl)
  if (bucket !== null) await requireBucket(bucket)
  if (file !== null) requireUnlocked(dataDir)
  const isChecked = file === null || requireWholeIfRoom(file)
  const folder = databaseUrl === null ? openDataFolder(dataDir) : shareDataFolder(dataDir)
  let db: Database | null = null
  try {
    if (!isChecked) requireWhole(file)
    if (file !== null) await backUp(settings, file)
    if (file !== null) clearCleanShutdown(file)
    db = await (databaseUrl === null ? openSqlite(databaseFile(dataDir)) : openPostgres(databaseUrl))
    const config = { ...settings, sessionSecret: settings.sessionSecret ?? keptSecret(folder.path) }
    const reserve = file === null ? undefined : keepReserve(folder.path)
    const context = { db, files: openFiles(config), config, clock: systemClock, pages }
    const app = await buildApp({ ...context, ...(reserve && { reserve }) })
    app.addHook('onClose', async () => reserve?.close())
    drainOnClose(app)
    await listen(app, settings)
    return { app, db, folder, file }
  } catch (error) {
    await db?.destroy()
    // The next start can skip the full check of the file.
    if (db !== null && file !== null) markCleanShutdown(file)
    folder.release()
    throw error
  }
}

/** Backs up the database if this start will migrate it. */
async function backUp(settings: Settings, file: string): Promise<void> {
  const line = await backUpBeforeUpdate(settings, file, requireKnown(file))
  if (line !== null) process.stdout.write(`${line}\n`)
}

function startBackups({ app, file }: Running, settings: Settings, env: Environment): DailyBackups | null {
  const { backups, backupFolder } = settings
  return backups && file !== null ? scheduleBackups({ env, file, backupFolder, log: app.log }) : null
}

/**
 * Checks the file unless the disk is full. On a full disk, the check has to wait until the folder is locked, because
 * locking frees the reserved space.
 * @returns whether the file was checked
 */
function requireWholeIfRoom(file: string): boolean {
  try {
    requireWhole(file)
    return true
  } catch (error) {
    if (error instanceof FullDiskError) return false
    throw error
  }
}

/** Checks the whole file for damage, in about one second per gigabyte. Skips the check after a clean shutdown. */
function requireWhole(file: string): void {
  if (wasShutDownCleanly(file)) requireKnown(file)
  else requireOurs(file)
}

async function listen(app: FastifyInstance, settings: Settings): Promise<void> {
  const { host, port } = settings
  try {
    await app.listen({
      host,
      port,
      backlog: BACKLOG,
      listenTextResolver: (address) => `listening on ${address}`,
    })
  } catch (error) {
    throw toListenError(error, settings)
  }
}

/** Prints the address regardless of the log level. Source: decisions 12. */
function announce(settings: Settings): void {
  const { baseUrl } = settings
  const local = localUrl(settings)
  const elsewhere = baseUrl === local ? '' : ` (from elsewhere: ${baseUrl})`
  process.stdout.write(`Tenfold is ready at ${local}${elsewhere}\n`)
}

/** Stops the server and its backups on a signal or when the parent process ends. */
function stopWhenAsked(running: Running, backups: DailyBackups | null): void {
  const { log } = running.app
  let stoppingSince: number | null = null
  const stop = (reason: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ reason }, 'stopping')
    void close(running, backups)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const leave = () => stoppingSince ?? stop('parent process ended')
  process.on('disconnect', leave)
  if (process.send && !process.connected) leave()
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected fault')
    process.exit(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
}

/** Stops accepting connections, completes in-flight requests, closes the database and exits. */
async function close({ app, db, folder, file }: Running, backups: DailyBackups | null): Promise<void> {
  setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref()
  setTimeout(() => process.exit(1), STOP_MS).unref()
  await Promise.all([app.close(), backups?.close()])
  await db.destroy()
  if (file !== null) markCleanShutdown(file)
  folder.release()
  process.exit(0)
}

function describeFailure(error: unknown, env: Environment): string[] {
  if (error instanceof StartError) return error.lines
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const line = `Tenfold couldn’t start: ${message.replaceAll('\n', ' ')}`
  return ['debug', 'trace'].includes(env['LOG_LEVEL']?.trim() ?? '') ? [line, stack ?? ''] : [line]
}

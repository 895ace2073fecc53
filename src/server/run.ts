import type { FastifyInstance } from 'fastify'

import { buildApp } from './app.ts'
import { requireBucket } from './bucket/client.ts'
import { type Settings, localUrl, readConfig } from './config.ts'
import { systemClock } from './context.ts'
import {
  type DataFolder,
  databaseFile,
  openDataFolder,
  requireWritable,
  shareDataFolder,
} from './data-folder.ts'
import { openPostgres, requirePostgres } from './db/postgres.ts'
import type { Database } from './db/schema.ts'
import { forgetLeft, isAsLeft, noteLeft } from './db/left-file.ts'
import { requireKnown, requireOurs } from './db/sqlite-file.ts'
import { openSqlite } from './db/sqlite.ts'
import { requirePort, toListenError } from './listen.ts'
import { openFiles } from './open-files.ts'
import type { Pages } from './pages.ts'
import { keptSecret } from './session-secret.ts'
import { StartError } from './start-error.ts'

/** What is in flight has this long to end; source: faults F9. After it, connections are cut. */
const DRAIN_MS = 8000
const STOP_MS = 10_000
/** Ctrl+C reaches this process twice when npm passes it on too; only a later signal means 'at once'. */
const SAME_SIGNAL_MS = 1000

type Environment = Readonly<Record<string, string | undefined>>

/** A server that answers. `file` is its SQLite database, null where it has another. */
type Running = { app: FastifyInstance; db: Database; folder: DataFolder; file: string | null }

/**
 * Runs the server until a signal stops it. A reason not to start is printed, and the exit code is then 1.
 * @param makePages finds the web pages; it may throw a StartError too
 */
export async function runServer(env: Environment, makePages: () => Pages | Promise<Pages>): Promise<void> {
  // Whatever is made in the data folder is for its owner alone.
  process.umask(0o077)
  try {
    const settings = readConfig(env)
    stopWhenAsked(await start(settings, makePages))
    announce(settings)
  } catch (error) {
    process.stderr.write(`${describeFailure(error, env).join('\n')}\n`)
    process.exit(1)
  }
}

/** First everything that can be looked at without a change, then the changes. */
async function start(settings: Settings, makePages: () => Pages | Promise<Pages>): Promise<Running> {
  await requirePort(settings)
  const pages = await makePages()
  requireWritable(settings.dataDir)
  const { dataDir, databaseUrl, bucket } = settings
  const file = databaseUrl === null ? databaseFile(dataDir) : null
  if (databaseUrl !== null) await requirePostgres(databaseUrl)
  if (file !== null) requireWhole(file)
  if (bucket !== null) await requireBucket(bucket)
  const folder = databaseUrl === null ? openDataFolder(dataDir) : shareDataFolder(dataDir)
  let db: Database | null = null
  try {
    if (file !== null) forgetLeft(file)
    db = await (databaseUrl === null ? openSqlite(databaseFile(dataDir)) : openPostgres(databaseUrl))
    const config = { ...settings, sessionSecret: settings.sessionSecret ?? keptSecret(folder.path) }
    const app = await buildApp({ db, files: openFiles(config), config, clock: systemClock, pages })
    await listen(app, settings)
    return { app, db, folder, file }
  } catch (error) {
    await db?.destroy()
    folder.release()
    throw error
  }
}

/** Looks the whole file over for damage, which takes a second for a gigabyte, unless it lies as the last server left it. */
function requireWhole(file: string): void {
  if (isAsLeft(file)) requireKnown(file)
  else requireOurs(file)
}

async function listen(app: FastifyInstance, settings: Settings): Promise<void> {
  const { host, port } = settings
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` })
  } catch (error) {
    throw toListenError(error, settings)
  }
}

/** The address is printed whatever the log level. Source: decisions 12. */
function announce(settings: Settings): void {
  const { baseUrl } = settings
  const local = localUrl(settings)
  const elsewhere = baseUrl === local ? '' : ` (from elsewhere: ${baseUrl})`
  process.stdout.write(`Tenfold is ready at ${local}${elsewhere}\n`)
}

/** Stops on a signal, and when the program that started this one goes away. */
function stopWhenAsked(running: Running): void {
  const { log } = running.app
  let stoppingSince: number | null = null
  const stop = (reason: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ reason }, 'stopping')
    void close(running)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const leave = () => stoppingSince ?? stop('the program that started this one is gone')
  process.on('disconnect', leave)
  if (process.send && !process.connected) leave()
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'a fault that nothing expected')
    process.exit(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
}

/** Stops accepting, lets what is in flight end, closes the database, and ends the process. */
async function close({ app, db, folder, file }: Running): Promise<void> {
  setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref()
  setTimeout(() => process.exit(1), STOP_MS).unref()
  await app.close()
  await db.destroy()
  if (file !== null) noteLeft(file)
  folder.release()
  process.exit(0)
}

function describeFailure(error: unknown, env: Environment): string[] {
  if (error instanceof StartError) return error.lines
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const line = `Tenfold could not start: ${message.replaceAll('\n', ' ')}`
  return ['debug', 'trace'].includes(env['LOG_LEVEL']?.trim() ?? '') ? [line, stack ?? ''] : [line]
}

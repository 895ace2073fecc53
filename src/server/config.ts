import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

import { UPLOAD_MB_DEFAULT } from '#domain/limits.ts'

import { type OidcSettings, missingOidc, readOidc } from './auth/oidc-settings.ts'
import { type BucketSettings, missingBucket, readBucket } from './files/bucket/settings.ts'
import {
  type Environment,
  Mistake,
  isPlaceholder,
  settingsReader,
  withoutPassword,
} from './settings/settings.ts'
import { StartError } from './settings/start-error.ts'
import { isCidr } from './http/trusted-proxies.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const PORT_MAX = 65_535
export const SESSION_SECRET_LENGTH_MIN = 32
export const MEGABYTE = 2 ** 20

/** One person takes years to attach this much, and it fits on a typical disk. */
const STORAGE_MB_DEFAULT = 5120

/** A hundred times what a typical user writes, but little disk space even for a small server. */
const TEXT_MB_DEFAULT = 256

const SLOW_STATEMENT_MS_DEFAULT = 200
const SLOW_STATEMENT_MS_MAX = 3_600_000

export type Settings = {
  /** The address or host name to listen on. */
  host: string
  port: number
  /** The public origin without a trailing slash. With https, cookies are marked Secure. */
  baseUrl: string
  /** An absolute path. */
  dataDir: string
  /** The PostgreSQL address with its password, or null for SQLite in the data folder. */
  databaseUrl: string | null
  signups: boolean
  /** Null if the server should generate a secret and keep it in the data folder. */
  sessionSecret: string | null
  /** The addresses and CIDR ranges of proxies with trusted `X-Forwarded-…` headers. */
  trustedProxies: readonly string[]
  uploadBytesMax: number
  /** The maximum size of one user's files, in bytes. */
  storageBytesMax: number
  /** The maximum size of one user's text, in bytes. */
  textBytesMax: number
  /** Whether the server makes automatic backups of a SQLite database. */
  backups: boolean
  /** The folder of automatic backups, an absolute path. */
  backupFolder: string
  /** The object store for attachments, or null for the data folder. */
  bucket: BucketSettings | null
  logLevel: LogLevel
  /** The bearer token for the metrics, or null if only this machine may read them. */
  metricsToken: string | null
  /** How many milliseconds a statement takes before it is logged as slow. */
  slowStatementMs: number
  oidc: OidcSettings | null
}

export type Config = Settings & { sessionSecret: string }

/**
 * Reads all settings. An empty value counts as unset; values are trimmed.
 * @param cwd the base of a relative `DATA_DIR`
 * @throws StartError with one line per mistake
 */
export function readConfig(env: Environment, cwd = process.cwd()): Settings {
  const { read, mistakes } = settingsReader(env)
  const host = read('HOST', '127.0.0.1', parseHost)
  const port = read('PORT', 3000, parsePort)
  const toPath = (path: string) => resolve(cwd, path)
  const dataDir = read('DATA_DIR', toPath('data'), toPath)
  const settings: Settings = {
    host,
    port,
    baseUrl: read('BASE_URL', localUrl({ host, port }), parseOrigin),
    dataDir,
    databaseUrl: read<string | null>('DATABASE_URL', null, parseDatabaseUrl),
    signups: read('SIGNUPS', true, (text) => parseSwitch(text, 'open', 'closed')),
    sessionSecret: read<string | null>('SESSION_SECRET', null, parseSecret),
    trustedProxies: read<string[]>('TRUSTED_PROXIES', [], parseProxies),
    uploadBytesMax: read('MAX_UPLOAD_MB', UPLOAD_MB_DEFAULT * MEGABYTE, parseMegabytes),
    storageBytesMax: read('MAX_STORAGE_MB', STORAGE_MB_DEFAULT * MEGABYTE, parseMegabytes),
    textBytesMax: read('MAX_TEXT_MB', TEXT_MB_DEFAULT * MEGABYTE, parseMegabytes),
    backups: read('BACKUPS', true, (text) => parseSwitch(text, 'on', 'off')),
    backupFolder: read('BACKUP_FOLDER', join(dataDir, 'backups'), toPath),
    bucket: readBucket(env, read),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', parseLogLevel),
    metricsToken: read<string | null>('METRICS_TOKEN', null, parseSecret),
    slowStatementMs: read('SLOW_STATEMENT_MS', SLOW_STATEMENT_MS_DEFAULT, parseSlowMs),
    oidc: readOidc(env, read),
  }
  mistakes.push(...missingBucket(env), ...missingOidc(env))
  if (mistakes.length > 0) throw new StartError(...mistakes)
  return settings
}

/** Returns the address for a browser on the same machine. */
export function localUrl({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host.replace(/%.*/, '')}]` : host
  return new URL(`http://${name}:${port}`).origin
}

function parseHost(text: string): string {
  const address = text.replace(/^\[(.*)\]$/, '$1')
  // A URL can't contain 10.0.0.300, although it looks like a name.
  const isName = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(address) && URL.canParse(`http://${address}`)
  if (isIP(address) || isName) return address
  throw new Mistake(`"${text}" is not an address or host name. Use one such as 127.0.0.1 or 0.0.0.0.`)
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port >= 1 && port <= PORT_MAX) return port
  throw new Mistake(`"${text}" is not a port. Use a whole number from 1 to ${PORT_MAX}.`)
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  throw new Mistake(
    `"${withoutPassword(text)}" is not an http or https address without a path. Use one such as https://tasks.example.com.`,
  )
}

/** Errors don't include the value, which may contain a password. */
function parseDatabaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPostgres = url && /^postgres(ql)?:$/.test(url.protocol)
  if (isPostgres && url.pathname.length > 1) return text
  throw new Mistake(
    'the value is not an address such as postgres://user:password@localhost:5432/tenfold. Correct it, or unset it to use SQLite.',
  )
}

function parseSwitch(text: string, on: string, off: string): boolean {
  if (text === on || text === off) return text === on
  throw new Mistake(`"${text}" is not valid. Use ${on} or ${off}.`)
}

function parseSecret(text: string): string {
  if (text.length < SESSION_SECRET_LENGTH_MIN) {
    throw new Mistake(
      `the value has ${text.length} characters, too few to be safe. Use at least ${SESSION_SECRET_LENGTH_MIN} random characters, or unset it to have one generated.`,
    )
  }
  if (isPlaceholder(text) || new Set(text).size < 8) {
    throw new Mistake(
      'anyone can guess this value. Use random characters, or unset it to have one generated.',
    )
  }
  return text
}

function parseProxies(text: string): string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  const wrong = entries.find((entry) => !isCidr(entry))
  if (wrong === undefined) return entries
  throw new Mistake(`"${wrong}" is not an address or range. Use a list such as 10.0.0.0/8, 192.168.1.5.`)
}

function parseMegabytes(text: string): number {
  const bytes = /^\d+(\.\d+)?$/.test(text) ? Math.floor(Number(text) * MEGABYTE) : 0
  if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes
  throw new Mistake(`"${text}" is not a size. Use a number of megabytes above 0, such as 25.`)
}

function parseSlowMs(text: string): number {
  const ms = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (ms >= 1 && ms <= SLOW_STATEMENT_MS_MAX) return ms
  throw new Mistake(
    `"${text}" is not valid. Use a whole number of milliseconds from 1 to ${SLOW_STATEMENT_MS_MAX}.`,
  )
}

function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((level) => level === text)
  if (level) return level
  throw new Mistake(`"${text}" is not a log level. Use one of ${LOG_LEVELS.join(', ')}.`)
}

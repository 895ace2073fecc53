import { isIP } from 'node:net'
import { resolve } from 'node:path'

import { UPLOAD_MB_DEFAULT } from '#domain/limits.ts'

import { type OidcSettings, missingOidc, readOidc } from './auth/oidc-settings.ts'
import { type BucketSettings, missingBucket, readBucket } from './bucket/settings.ts'
import { type Environment, Mistake, isPlaceholder, settingsReader } from './settings.ts'
import { StartError } from './start-error.ts'
import { isCidr } from './trusted-proxies.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const PORT_MAX = 65_535
export const SESSION_SECRET_LENGTH_MIN = 32
export const MEGABYTE = 2 ** 20

/** More than one person attaches in years, and less than a disk holds. */
const STORAGE_MB_DEFAULT = 5120

/** What the environment says. */
export type Settings = {
  /** The address or name to listen on. */
  host: string
  port: number
  /** The origin people type, without a slash at its end. Cookies are for https alone when it is https. */
  baseUrl: string
  /** An absolute path. */
  dataDir: string
  /** The PostgreSQL database, with its password; null for SQLite in the data folder. */
  databaseUrl: string | null
  /** Whether a visitor may create an account. */
  signups: boolean
  /** Null when the program shall make one and keep it in the data folder. */
  sessionSecret: string | null
  /** Whose `X-Forwarded-…` headers count: addresses and CIDR ranges. */
  trustedProxies: readonly string[]
  uploadBytesMax: number
  /** What the files of one user may take. */
  storageBytesMax: number
  /** Where the files are; null for the data folder. */
  bucket: BucketSettings | null
  logLevel: LogLevel
  /** Null when nobody signs in through a provider. */
  oidc: OidcSettings | null
}

/** Everything the running server needs to know: the settings, and the secret wherever it came from. */
export type Config = Settings & { sessionSecret: string }

/**
 * Reads every setting. Unset and empty are the same; spaces at either end do not count.
 * @param cwd what a relative `DATA_DIR` is relative to
 * @throws StartError with one line for each mistake
 */
export function readConfig(env: Environment, cwd = process.cwd()): Settings {
  const { read, mistakes } = settingsReader(env)
  const host = read('HOST', '127.0.0.1', parseHost)
  const port = read('PORT', 3000, parsePort)
  const settings: Settings = {
    host,
    port,
    baseUrl: read('BASE_URL', localUrl({ host, port }), parseOrigin),
    dataDir: resolve(
      cwd,
      read('DATA_DIR', './data', (path) => path),
    ),
    databaseUrl: read<string | null>('DATABASE_URL', null, parseDatabaseUrl),
    signups: read('SIGNUPS', true, parseSignups),
    sessionSecret: read<string | null>('SESSION_SECRET', null, parseSecret),
    trustedProxies: read<string[]>('TRUSTED_PROXIES', [], parseProxies),
    uploadBytesMax: read('MAX_UPLOAD_MB', UPLOAD_MB_DEFAULT * MEGABYTE, parseMegabytes),
    storageBytesMax: read('MAX_STORAGE_MB', STORAGE_MB_DEFAULT * MEGABYTE, parseMegabytes),
    bucket: readBucket(env, read),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', parseLogLevel),
    oidc: readOidc(env, read),
  }
  mistakes.push(...missingBucket(env), ...missingOidc(env))
  if (mistakes.length > 0) throw new StartError(...mistakes)
  return settings
}

/** The address a browser on the same machine opens. */
export function localUrl({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

function parseHost(text: string): string {
  const address = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(address)) return address
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
    `"${text}" is not an http or https address without a path. Use one such as https://tasks.example.com.`,
  )
}

/** What was given is never printed: there is a password in it. */
function parseDatabaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPostgres = url && /^postgres(ql)?:$/.test(url.protocol)
  if (isPostgres && url.pathname.length > 1) return text
  throw new Mistake(
    'it is not an address such as postgres://user:password@localhost:5432/tenfold. Correct it, or unset it to use SQLite.',
  )
}

function parseSignups(text: string): boolean {
  if (text === 'open' || text === 'closed') return text === 'open'
  throw new Mistake(`"${text}" is neither open nor closed. Use one of the two.`)
}

function parseSecret(text: string): string {
  if (text.length < SESSION_SECRET_LENGTH_MIN) {
    throw new Mistake(
      `it has ${text.length} characters, too few to be safe. Use at least ${SESSION_SECRET_LENGTH_MIN} random ones, or unset it and one is made.`,
    )
  }
  if (isPlaceholder(text) || new Set(text).size < 8) {
    throw new Mistake(
      'it is a placeholder anybody can guess. Use random characters, or unset it and one is made.',
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

function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((level) => level === text)
  if (level) return level
  throw new Mistake(`"${text}" is not a log level. Use one of ${LOG_LEVELS.join(', ')}.`)
}

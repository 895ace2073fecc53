import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Selectable } from 'kysely'

import { emailKey } from '#domain/account/account.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import type { Costs } from '#server/auth/password.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Clock } from '#server/context.ts'
import type { Database, PasswordRow, SessionRow, UserRow } from '#server/db/schema.ts'
import type { Files } from '#server/files/files.ts'
import { openFiles } from '#server/files/open-files.ts'
import type { OverloadLimits } from '#server/http/overload.ts'
import type { Pages } from '#server/context.ts'
import { settleEffects } from '#server/run/execute.ts'

import { freshDatabase } from './database.ts'
import { expectDocumentedStatus } from './documented-status.ts'
import { fastFolder } from './fast-folder.ts'
import { emptyBucket, freshBucket } from './s3/bucket.ts'

/** A clock that advances only when a test moves it. */
export type TestClock = Clock & {
  set(instant: string): void
  advance(duration: Temporal.DurationLike): void
}

export type TestApp = {
  app: FastifyInstance
  db: Database
  /** The address of its database, or null on SQLite. */
  databaseUrl: string | null
  files: Files
  config: Config
  clock: TestClock
  passwordCosts: Costs
  /** The log so far, one JSON object per line. */
  log: string[]
  /** A client that is not signed in. */
  visitor: Client
  close(): Promise<void>
}

export type TestAppOptions = AppOptions & {
  config?: Partial<Config>
  /** The current time; `TEST_NOW` by default. */
  now?: string
  pages?: Pages | null
}

type Headers = Record<string, string>

/**
 * A client that calls the API as a program does, with a cookie jar and without a browser's headers. Waits for the side
 * effects of each call. Throws if the document doesn't list the status of a response.
 */
export type Client = {
  get(path: string, headers?: Headers): Promise<LightMyRequestResponse>
  head(path: string, headers?: Headers): Promise<LightMyRequestResponse>
  post(path: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  put(path: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  patch(path: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  delete(path: string, headers?: Headers): Promise<LightMyRequestResponse>
  /** The cookies of the client, as it sends them. */
  cookie(): string
}

export const TEST_NOW = '2026-11-20T10:00:00.000Z'
export const TEST_PASSWORD = 'a quiet green harbour'
/** Hashing is slow on purpose, so only tests of hashing use the real costs. */
const CHEAP: Costs = { memory: 64, passes: 1, parallelism: 1 }
const TEST_SECRET = 'the session secret of the tests, 32 or more'

/** Many simultaneous requests on busy cores could exceed the real limits. */
const NO_OVERLOAD: OverloadLimits = { waiting: Infinity, turnMs: Infinity, turnRequests: Infinity }

/** Builds the real server without listening, with its own database and data folder. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { db, url, close } = await freshDatabase()
  const dataDir = mkdtempSync(join(fastFolder(), 'tenfold-data-'))
  const bucket = freshBucket()
  const log: string[] = []
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir }),
    sessionSecret: TEST_SECRET,
    databaseUrl: url,
    bucket,
    ...options.config,
  }
  const files = openFiles(config)
  const clock = testClock(options.now ?? TEST_NOW)
  const { patience, perAddress, passwordCosts = CHEAP, overload = NO_OVERLOAD } = options
  const logStream = options.logStream ?? { write: (line: string) => void log.push(line) }
  const app = await buildApp(
    { db, files, config, clock, pages: options.pages ?? null },
    { patience, perAddress, passwordCosts, overload, logStream },
  )
  await app.ready()
  await settleEffects()
  return {
    app,
    db,
    databaseUrl: url,
    files,
    config,
    clock,
    passwordCosts,
    log,
    visitor: clientOf(app),
    close: async () => {
      await app.close()
      await close()
      rmSync(dataDir, { recursive: true, force: true })
      if (bucket) await emptyBucket(bucket)
    },
  }
}

/** Starts another server on the same data with different settings, lets it sweep, and returns its log. */
export async function restartUpon(test: TestApp, config: Partial<Config> = {}): Promise<string> {
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const context = { ...test, config: { ...test.config, ...config }, pages: null }
  const app = await buildApp(context, { logStream })
  await app.ready()
  await settleEffects()
  await app.close()
  return lines.join('')
}

/** Returns a signed-in client with a new account. The account can be a copy of one registered earlier. */
export async function signUp(test: TestApp, email = `${randomUUID()}@example.com`): Promise<Client> {
  return (await takeReadyAccount(test, email)) ?? register(test, email)
}

async function register({ app }: TestApp, email: string): Promise<Client> {
  const client = clientOf(app)
  const response = await client.post('/api/register', { email, password: TEST_PASSWORD })
  if (response.statusCode !== 201)
    throw new Error(`signing up answered ${response.statusCode}: ${response.body}`)
  return client
}

/** A registered account: its rows, and its browser's cookies. */
type ReadyAccount = {
  user: Selectable<UserRow>
  password: Selectable<PasswordRow>
  session: Selectable<SessionRow>
  jar: [name: string, value: string][]
}

const READY_ACCOUNTS = 4
let readyAccounts: Promise<ReadyAccount[]> | null = null
const taken = new WeakMap<Database, number>()

/**
 * Returns a copy of an account that this process registered earlier, because signing up takes as long as the rest of
 * many tests. Null when none are left, or when this app would not accept their sessions.
 */
async function takeReadyAccount(test: TestApp, email: string): Promise<Client | null> {
  const { app, db, config, clock, passwordCosts } = test
  const isAsUsual =
    clock.now() === TEST_NOW && passwordCosts === CHEAP && config.sessionSecret === TEST_SECRET
  if (!isAsUsual || config.baseUrl.startsWith('https:')) return null
  const index = taken.get(db) ?? 0
  taken.set(db, index + 1)
  if (index >= READY_ACCOUNTS) return null
  readyAccounts ??= registerAccounts()
  const account = (await readyAccounts)[index]
  if (!account) return null
  const user = { ...account.user, email, email_key: emailKey(email) }
  await db.insertInto('users').values(user).execute()
  await db.insertInto('passwords').values(account.password).execute()
  await db.insertInto('sessions').values(account.session).execute()
  return clientOf(app, account.jar)
}

async function registerAccounts(): Promise<ReadyAccount[]> {
  const test = await buildTestApp()
  const accounts: ReadyAccount[] = []
  for (let index = 0; index < READY_ACCOUNTS; index++) {
    const client = await register(test, `${randomUUID()}@example.com`)
    const { id } = (await client.get('/api/auth/user')).json<{ id: string }>()
    const [name = '', value = ''] = client.cookie().split('=')
    accounts.push({
      user: await test.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      password: await test.db
        .selectFrom('passwords')
        .selectAll()
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow(),
      session: await test.db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow(),
      jar: [[name, value]],
    })
  }
  await test.close()
  return accounts
}

/** Returns a client with a cookie jar, empty by default. */
export function clientOf(app: FastifyInstance, cookies: Iterable<[string, string]> = []): Client {
  const jar = new Map(cookies)
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (method: InjectOptions['method'], url: string, body?: unknown, headers?: Headers) => {
    const response = await app.inject({
      method,
      url,
      headers: { ...(jar.size > 0 && { cookie: cookie() }), ...headers },
      ...(body !== undefined && { payload: body as InjectOptions['payload'] }),
    })
    await settleEffects()
    expectDocumentedStatus(app, String(method), url, response.statusCode)
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = value === '' || maxAge === 0 || (expires && expires.getTime() === 0)
      if (isGone) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    head: (path, headers) => send('HEAD', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    cookie,
  }
}

function testClock(start: string): TestClock {
  let now = Temporal.Instant.from(start)
  let written: string | null = null
  return {
    // The computer has been up for an hour, so the server trusts its clock.
    uptimeMs: () => 3_600_000,
    now: () => (written ??= now.toString({ fractionalSecondDigits: 3 })),
    set: (instant) => {
      now = Temporal.Instant.from(instant)
      written = null
    },
    advance: (duration) => {
      const hours = Temporal.Duration.from(duration).total({ unit: 'hours', relativeTo: '1970-01-01' })
      now = now.add({ milliseconds: Math.round(hours * 3_600_000) })
      written = null
    },
  }
}

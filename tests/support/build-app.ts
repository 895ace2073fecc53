import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

import { type AppOptions, buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Clock } from '#server/context.ts'
import type { Database } from '#server/db/schema.ts'
import type { Pages } from '#server/pages.ts'

import { freshDatabase } from './database.ts'

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & {
  set(instant: string): void
  advance(duration: Temporal.DurationLike): void
}

export type TestApp = {
  app: FastifyInstance
  db: Database
  config: Config
  clock: TestClock
  /** What was logged, one JSON text each. */
  log: string[]
  /** A client that is not signed in. */
  visitor: Client
  close(): Promise<void>
}

export type TestAppOptions = AppOptions & {
  config?: Partial<Config>
  /** The present at first. */
  now?: string
  pages?: Pages | null
}

type Headers = Record<string, string>

/** Calls the API as a program does: with a cookie jar and without a browser's headers. */
export type Client = {
  get(path: string, headers?: Headers): Promise<LightMyRequestResponse>
  post(path: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  put(path: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  patch(path: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  delete(path: string, headers?: Headers): Promise<LightMyRequestResponse>
  /** The cookies it holds, as it sends them. */
  cookie(): string
}

export const TEST_NOW = '2026-11-20T10:00:00.000Z'
export const TEST_PASSWORD = 'a quiet green harbour'

/** The real server, apart from listening, upon a database of its own. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { db, close } = await freshDatabase()
  const log: string[] = []
  const config: Config = {
    ...readConfig({ DATA_DIR: tmpdir() }),
    sessionSecret: 'the session secret of the tests, 32 or more',
    ...options.config,
  }
  const clock = testClock(options.now ?? TEST_NOW)
  const logStream = options.logStream ?? { write: (line: string) => void log.push(line) }
  const app = await buildApp(
    { db, config, clock, pages: options.pages ?? null },
    { patience: options.patience, logStream },
  )
  await app.ready()
  return {
    app,
    db,
    config,
    clock,
    log,
    visitor: clientOf(app),
    close: async () => {
      await app.close()
      await close()
    },
  }
}

/** Makes an account and answers its client, signed in. */
export async function signUp({ app }: TestApp, email = `${randomUUID()}@example.com`): Promise<Client> {
  const client = clientOf(app)
  const response = await client.post('/api/register', { email, password: TEST_PASSWORD })
  if (response.statusCode !== 201)
    throw new Error(`signing up answered ${response.statusCode}: ${response.body}`)
  return client
}

/** A client with an empty cookie jar. */
export function clientOf(app: FastifyInstance): Client {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (method: InjectOptions['method'], url: string, body?: unknown, headers?: Headers) => {
    const response = await app.inject({
      method,
      url,
      headers: { ...(jar.size > 0 && { cookie: cookie() }), ...headers },
      ...(body !== undefined && { payload: body as InjectOptions['payload'] }),
    })
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = value === '' || maxAge === 0 || (expires && expires.getTime() === 0)
      if (isGone) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    cookie,
  }
}

function testClock(start: string): TestClock {
  let now = Temporal.Instant.from(start)
  return {
    now: () => now.toString({ fractionalSecondDigits: 3 }),
    set: (instant) => {
      now = Temporal.Instant.from(instant)
    },
    advance: (duration) => {
      const hours = Temporal.Duration.from(duration).total({ unit: 'hours', relativeTo: '1970-01-01' })
      now = now.add({ milliseconds: Math.round(hours * 3_600_000) })
    },
  }
}

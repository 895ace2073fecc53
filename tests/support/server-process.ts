import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { writeBuiltPages } from './built-pages.ts'
import { serverBundle } from './server-bundle.ts'

/** A server in a separate process, as users run it. */
export type ServerProcess = {
  child: ChildProcess
  url: string
  /** Returns the server's output so far. */
  out(): string
  err(): string
  /** Resolves to true when it responds, or to false if it ends first. */
  ready: Promise<boolean>
  /** Resolves to its exit code, or null when a signal ended it. */
  ended: Promise<number | null>
}

export type ServerOptions = {
  dataDir: string
  pages: string
  port?: number
  env?: Record<string, string>
}

/** Starts the bundled `tests/support/main.ts`, without the environment variables of the tests. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const child = spawn(process.execPath, [await serverBundle(), options.pages], {
    env: {
      PORT: String(port),
      DATA_DIR: options.dataDir,
      LOG_LEVEL: 'silent',
      // Only tests of backups need automatic backups.
      BACKUPS: 'off',
      NODE_COMPILE_CACHE: join(tmpdir(), 'tenfold-compile-cache'),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the server has no output')
  let out = ''
  let err = ''
  stdout.on('data', (chunk) => (out += String(chunk)))
  stderr.on('data', (chunk) => (err += String(chunk)))
  const all = Promise.all([once(child, 'exit'), once(stdout, 'close'), once(stderr, 'close')])
  const ended = all.then(([[code]]) => code as number | null)
  const ready = new Promise<boolean>((resolve) => {
    stdout.on('data', () => out.includes('Tenfold is ready') && resolve(true))
    void ended.then(() => resolve(false))
  })
  return { child, url: `http://127.0.0.1:${port}`, out: () => out, err: () => err, ready, ended }
}

/** The ports returned so far. A server may not be listening on its port yet. */
const given = new Set<number>()
/** The number of ports of a worker, for up to 16 workers. Otherwise two workers could choose the same port at once. */
const PORTS = 798
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? process.env['VITEST_POOL_ID'] ?? 0) % 16
const FIRST_PORT = 20_000 + worker * PORTS

/**
 * Returns a free local port below those that the system hands out (32768 and up on Linux), so that no outgoing connection
 * takes it before the server listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, FIRST_PORT + PORTS)
    if (given.has(port)) continue
    given.add(port)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (!isFree) continue
    await once(probe, 'close')
    return port
  }
}

/** A folder for one test's servers, with their data and the pages they serve. */
export type ServerFolder = {
  path: string
  dataDir: string
  pages: string
  database: string
  start(options?: Partial<ServerOptions>): Promise<ServerProcess>
  /** Starts a server and waits until it responds. */
  run(options?: Partial<ServerOptions>): Promise<ServerProcess>
  /** Returns every file below the folder with its bytes. */
  snapshot(): Record<string, string>
  /** Stops every server of the folder. */
  stop(): Promise<void>
  /** Stops every server of the folder and removes it. */
  remove(): Promise<void>
}

export function makeServerFolder(): ServerFolder {
  const path = mkdtempSync(join(tmpdir(), 'tenfold-run-'))
  const dataDir = join(path, 'data')
  const pages = join(path, 'dist')
  writeBuiltPages(pages)
  const servers: ServerProcess[] = []
  const start = async (options: Partial<ServerOptions> = {}) => {
    const server = await startServer({ dataDir, pages, ...options })
    servers.push(server)
    return server
  }
  const stop = async () => {
    for (const { child } of servers) child.kill('SIGKILL')
    await Promise.all(servers.map((server) => server.ended))
  }
  return {
    path,
    dataDir,
    pages,
    database: join(dataDir, 'tenfold.db'),
    start,
    run: async (options) => {
      const server = await start(options)
      if (!(await server.ready)) throw new Error(`the server did not start: ${server.err()}`)
      return server
    },
    snapshot: () => readFiles(path),
    stop,
    remove: async () => {
      await stop()
      rmSync(path, { recursive: true })
    },
  }
}

/** Stops a server and returns its exit code. */
export async function stopServer(server: ServerProcess): Promise<number | null> {
  server.child.kill('SIGTERM')
  return server.ended
}

/** Calls a server's API as a program does. */
export function call(server: ServerProcess, method: string, path: string, body?: unknown, cookie = '') {
  return fetch(server.url + path, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: JSON.stringify(body),
  })
}

/** Creates an account and returns its cookie. */
export async function register(server: ServerProcess, email = 'ada@example.com'): Promise<string> {
  const account = { email, password: 'a quiet green harbour' }
  const response = await call(server, 'POST', '/api/register', account)
  if (response.status !== 201) throw new Error(`signing up returned ${response.status}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Returns every file below a folder with its bytes. */
export function readFiles(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(path, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name), 'base64')]))
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { SERVER_FLAGS, SERVER_MEMORY } from '../../scripts/runtime.mjs'
import { SERVER_FILE } from '../../scripts/server-build.mjs'
import type { Cluster } from './postgres/cluster.ts'
import { fastFolder } from './fast-folder.ts'
import { freePort } from './server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_MS_MAX = 60_000
const READY_POLL_MS = 25

/** The program as `npm start` runs it, with the built pages and its own data folder and port. */
export type TestServer = {
  /** The server's address, which survives restarts. */
  url: string
  dataDir: string
  /** The PostgreSQL server it uses, or null on SQLite. */
  database: Cluster | null
  /** The id of its process while it runs. */
  pid(): number
  /** Returns the output since the last call. */
  takeOutput(): string
  /** Starts the server again on the same data, after `stop` or `kill`. */
  start(): Promise<void>
  /** Stops the server with a signal. Fails unless it exits with code 0. */
  stop(): Promise<void>
  /** Ends the server immediately, with SIGKILL. */
  kill(): Promise<void>
  /** Restarts it. */
  restart(): Promise<void>
  /** Stops the server if it is running, and removes its data. */
  discard(): Promise<void>
}

/**
 * Starts a server with an empty data folder.
 * @param settings environment variables besides `PORT` and the defaults. Without `DATA_DIR`, the server has its own
 *   folder.
 * @param root the folder of the program
 * @param tracer a command that starts the server as its own process, such as strace
 */
export async function startTestServer(
  settings: Record<string, string> = {},
  root = ROOT,
  tracer: readonly string[] = [],
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(fastFolder(), 'tenfold-server-'))
  const port = String(await freePort())
  const compiled = join(ROOT, 'node_modules/.cache/compiled')
  const env = {
    LOG_LEVEL: 'warn',
    BACKUPS: 'off',
    NODE_COMPILE_CACHE: compiled,
    ...SERVER_MEMORY,
    ...settings,
    PORT: port,
    DATA_DIR: settings['DATA_DIR'] ?? dataDir,
  }
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let output = ''

  const start = async () => {
    // The channel closes when the tests end, so that the server stops even if they don't stop it.
    const [program, ...args] = [...tracer, process.execPath, ...SERVER_FLAGS, join(root, SERVER_FILE)]
    child = spawn(program, args, {
      cwd: dataDir,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += String(text)))
    }
    await untilReady(child, url, () => output)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child) throw new Error('The server is not running.')
    const code = await endProcess(child, signal)
    child = null
    return code
  }
  const stop = async () => {
    const code = await end('SIGTERM')
    if (code !== 0) throw new Error(`The server exited with ${code}:\n${output}`)
  }
  const server: TestServer = {
    url,
    dataDir,
    database: null,
    pid: () => child?.pid ?? 0,
    takeOutput: () => {
      const taken = output
      output = ''
      return taken
    },
    start,
    stop,
    kill: async () => void (await end('SIGKILL')),
    restart: () => stop().then(start),
    discard: async () => {
      try {
        if (child) await stop()
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  }
  try {
    await start()
    return server
  } catch (error) {
    await end('SIGKILL')
    await server.discard()
    throw error
  }
}

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_MS_MAX
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await delay(READY_POLL_MS)
  }
  throw new Error(`The server did not become ready:\n${output()}`)
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }
  return child.exitCode
}

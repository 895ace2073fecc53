import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { SERVER_FLAGS, SERVER_MEMORY } from '../../scripts/runtime.mjs'
import { SERVER_FILE } from '../../scripts/server-build.mjs'
import { freePort } from './server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_MS_MAX = 60_000
const READY_POLL_MS = 25

/** The program as `npm start` runs it, with the built pages and a data folder and port of its own. */
export type TestServer = {
  /** The same for its whole life, restarts included. */
  url: string
  dataDir: string
  /** Of its process, while it runs. */
  pid(): number
  /** What it has printed since the last call. */
  takeOutput(): string
  /** Starts it again, on the same data, after `stop` or `kill`. */
  start(): Promise<void>
  /** Stops it as a person does; fails unless it ends by itself with exit code 0. */
  stop(): Promise<void>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
  /** Stops it and starts it again. */
  restart(): Promise<void>
  /** Stops it if it runs, and removes its data. */
  discard(): Promise<void>
}

/**
 * Starts a server with an empty data folder.
 * @param settings environment variables beside `PORT`; it gets no others. Without a `DATA_DIR` it has one of its own.
 */
export async function startTestServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenfold-server-'))
  const port = String(await freePort())
  const compiled = join(ROOT, 'node_modules/.cache/compiled')
  const env = {
    LOG_LEVEL: 'warn',
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
    // Through the channel it learns when the tests end without stopping it.
    child = spawn(process.execPath, [...SERVER_FLAGS, join(ROOT, SERVER_FILE)], {
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
    if (!child) throw new Error('The server does not run.')
    const code = await endProcess(child, signal)
    child = null
    return code
  }
  const stop = async () => {
    const code = await end('SIGTERM')
    if (code !== 0) throw new Error(`The server ended with ${code}:\n${output}`)
  }
  const server: TestServer = {
    url,
    dataDir,
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

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { fastFolder } from '../fast-folder.ts'
import type { Keeping } from './keeper.ts'

const KEEPER = join(import.meta.dirname, 'keeper.ts')
const READY_MS_MAX = 20_000
const READY_POLL_MS = 20

/** The uid of `nobody` on Linux. PostgreSQL refuses to run as root. */
const NOBODY = 65_534

/** Makes tests many times faster. Most tests don't need the database to survive a crash. */
const WITHOUT_SYNCS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

const SETTINGS = [
  'listen_addresses=',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'update_process_title=off',
  'io_method=sync',
  'max_wal_size=8GB',
  'checkpoint_timeout=1d',
  'max_connections=200',
]

/** A PostgreSQL server for the tests, on a socket in a temporary folder. */
export type Cluster = {
  /** Returns the address of one of its databases. `postgres` always exists. */
  url(database: string): string
  /** Stops the server and keeps its databases. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends the server as `pg_ctl stop -m immediate` does. The next start recovers from its log. */
  crash(): Promise<void>
  /** Stops all its processes with SIGSTOP. The returned function resumes them. */
  freeze(): () => void
  /** Stops the server and removes everything. */
  discard(): Promise<void>
}

type ClusterOptions = {
  /** Whether to remove the binaries with the server. */
  ownsBinaries?: boolean
  /** Whether commits survive a crash of the server. */
  isDurable?: boolean
  /** Where to create the folder of the server. */
  parent?: string
  /** More settings, such as `shared_buffers=1GB`. */
  settings?: readonly string[]
}

/**
 * Starts a PostgreSQL server.
 * @param binaries a folder made by `copyBinaries`
 */
export async function startCluster(
  binaries: string,
  { ownsBinaries = false, isDurable = false, parent = fastFolder(), settings = [] }: ClusterOptions = {},
): Promise<Cluster> {
  const owner = process.getuid?.() === 0 ? NOBODY : null
  const folder = mkdtempSync(join(parent, 'tenfold-postgres-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (owner !== null) for (const path of [folder, data]) chownSync(path, owner, owner)
  initialize(binaries, data, owner)

  const url = (database: string) => `postgres:///${database}?user=postgres&host=${encodeURIComponent(folder)}`
  let keeper: ChildProcess | null = null
  const keeping: Keeping = {
    folder,
    remove: ownsBinaries ? [folder, binaries] : [folder],
    user: owner,
    command: [
      join(binaries, 'bin/postgres'),
      '-D',
      data,
      '-k',
      folder,
      ...[...SETTINGS, ...(isDurable ? [] : WITHOUT_SYNCS), ...settings].flatMap((setting) => [
        '-c',
        setting,
      ]),
    ],
  }
  const start = async () => {
    keeper = spawn(process.execPath, [KEEPER, JSON.stringify(keeping)], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    await untilReady(keeper, url('postgres'), join(folder, 'log'))
  }
  const end = async (tell: (keeper: ChildProcess) => void) => {
    if (!keeper) return
    const ended = once(keeper, 'exit')
    tell(keeper)
    await ended
    keeper = null
  }
  const postmaster = () => readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  await start()
  return {
    url,
    start,
    crash: () => end(() => void process.kill(Number(postmaster()), 'SIGQUIT')),
    stop: () => end((keeper) => void keeper.kill('SIGTERM')),
    freeze: () => {
      const first = postmaster()
      process.kill(Number(first), 'SIGSTOP')
      const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
      const others = children.split(' ').filter(Boolean).map(Number)
      for (const other of others) process.kill(other, 'SIGSTOP')
      return () => {
        for (const id of [Number(first), ...others]) process.kill(id, 'SIGCONT')
      }
    },
    discard: async () => {
      await end((keeper) => void keeper.stdin?.end())
      for (const path of keeping.remove) rmSync(path, { recursive: true, force: true })
    },
  }
}

function initialize(binaries: string, data: string, owner: number | null): void {
  const args = ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  const { status, stderr } = spawnSync(
    join(binaries, 'bin/initdb'),
    [...args, '--no-sync', '--no-instructions'],
    { cwd: data, encoding: 'utf8', ...(owner !== null && { uid: owner, gid: owner }) },
  )
  if (status !== 0) throw new Error(`initdb failed:\n${stderr}`)
}

async function untilReady(keeper: ChildProcess, url: string, log: string): Promise<void> {
  const deadline = performance.now() + READY_MS_MAX
  while (keeper.exitCode === null && performance.now() < deadline) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(READY_POLL_MS)
    }
  }
  throw new Error(`The PostgreSQL server did not become ready:\n${readFileSync(log, 'utf8')}`)
}

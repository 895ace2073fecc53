import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { HOST_ADDRESS, type Machine, killAll } from './network.ts'
import { POSTGRES_FOLDER } from './programs.mjs'

const PASSWORD = 'cluster'
const ETCD = { client: 2379, peer: 2380 }
const PATRONI = 8008
const POSTGRES = 5432

/** Debian's database user. PostgreSQL refuses to run as root. */
const USER = 'postgres'

/**
 * The lease of the primary in seconds, and how often Patroni renews it. Patroni's defaults (30 and 10) allow outages of
 * 40 s.
 */
const LEASE = { ttl: 7, loop_wait: 1, retry_timeout: 3 }

const READY_MS_MAX = 120_000

/** A database node: etcd, Patroni and PostgreSQL on one machine. */
export type DatabaseNode = {
  machine: Machine
  start(): void
  /** Kills the node, as a power failure would. The disk remains. */
  kill(): void
  /** Shuts the node down cleanly, and waits until it has stopped. */
  stop(): Promise<void>
}

/** Returns stopped nodes whose empty disks are folders in `folder`. */
export function databaseNodes(machines: readonly Machine[], folder: string): DatabaseNode[] {
  return machines.map((machine) => databaseNode(machine, machines, folder))
}

function databaseNode(machine: Machine, all: readonly Machine[], parent: string): DatabaseNode {
  const folder = join(parent, machine.name)
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'patroni.json')
  writeFileSync(config, JSON.stringify(patroniConfig(machine, all, folder)))
  const { uid, gid } = userIds()
  for (const path of [folder, config]) chownSync(path, uid, gid)
  let programs: ChildProcess[] = []
  const run = (program: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${program}.log`), 'a')
    const user = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
    const child = spawn('ip', ['netns', 'exec', machine.name, ...user, program, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: folder },
      stdio: ['ignore', log, log],
    })
    programs.push(child)
  }
  return {
    machine,
    start: () => {
      programs = []
      run('etcd', etcdArgs(machine, all, folder))
      run('patroni', [config])
    },
    kill: () => killAll(machine),
    stop: async () => {
      for (const program of programs.toReversed()) {
        program.kill('SIGTERM')
        while (program.exitCode === null && program.signalCode === null) await delay(50)
      }
    },
  }
}

function etcdArgs({ name, address }: Machine, all: readonly Machine[], folder: string): string[] {
  const peers = all.map((one) => `${one.name}=http://${one.address}:${ETCD.peer}`)
  return [
    `--name=${name}`,
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=http://${address}:${ETCD.client}`,
    `--advertise-client-urls=http://${address}:${ETCD.client}`,
    `--listen-peer-urls=http://${address}:${ETCD.peer}`,
    `--initial-advertise-peer-urls=http://${address}:${ETCD.peer}`,
    `--initial-cluster=${peers.join(',')}`,
    '--initial-cluster-state=new',
    '--log-level=warn',
  ]
}

function role(username: string) {
  return { username, password: PASSWORD }
}

function patroniConfig({ name, address }: Machine, all: readonly Machine[], folder: string) {
  return {
    scope: 'tenfold',
    name,
    restapi: { listen: `${address}:${PATRONI}`, connect_address: `${address}:${PATRONI}` },
    etcd3: { hosts: all.map((one) => `${one.address}:${ETCD.client}`) },
    bootstrap: {
      dcs: {
        ...LEASE,
        // A commit is acknowledged after a second node has it, so no failover loses it. Without strict mode, a new
        // primary acknowledges commits on its own until a standby connects.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // Another node takes over immediately instead of waiting for a crashed primary's recovery.
        master_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['host replication all 0.0.0.0/0 scram-sha-256', 'host all all 0.0.0.0/0 scram-sha-256'],
    },
    postgresql: {
      listen: `${address}:${POSTGRES}`,
      connect_address: `${address}:${POSTGRES}`,
      data_dir: join(folder, 'data'),
      bin_dir: newestPostgres(),
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: role(USER), replication: role('replicator'), rewind: role('rewinder') },
      parameters: {
        unix_socket_directories: folder,
        password_encryption: 'scram-sha-256',
        // A standby connects to the new primary immediately. The default of 5 s would prolong each outage.
        wal_retrieve_retry_interval: '500ms',
      },
    },
  }
}

/** Returns HAProxy's configuration: one port that always reaches the primary. */
export function primaryProxy(port: number, machines: readonly Machine[]): string {
  const servers = machines.map(
    ({ name, address }) =>
      `  server ${name} ${address}:${POSTGRES} check port ${PATRONI} source ${HOST_ADDRESS}`,
  )
  return `listen primary
  bind 127.0.0.1:${port}
  mode tcp
  option httpchk GET /primary
  http-check expect status 200
  timeout client 1h
  timeout server 1h
  timeout check 1s
  # A connection to a former primary must not stay open.
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

/** Returns the URL of the database behind a port of this machine. */
export function databaseUrl(port: number): string {
  return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`
}

type Member = { name: string; role: string; state: string; timeline?: number; api_url: string }

type Status = { replication?: { application_name: string; state: string }[] }

/** Newer versions of Patroni call a standby's state 'streaming'. */
const RUNNING = new Set(['running', 'streaming'])

async function ask<T>(url: string): Promise<T | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) })
    return (await response.json()) as T
  } catch {
    return null
  }
}

/** Returns the state of the cluster's members, as reported by the first member that responds. */
async function members(machines: readonly Machine[]): Promise<Member[]> {
  for (const { address } of machines) {
    const answer = await ask<{ members: Member[] }>(`http://${address}:${PATRONI}/cluster`)
    if (answer) return answer.members
  }
  return []
}

/** Returns the names of the standbys that receive every change on the primary, as reported by the primary. */
async function standbysOf(primary: Member): Promise<ReadonlySet<string>> {
  const { replication = [] } = (await ask<Status>(primary.api_url)) ?? {}
  const streaming = replication.filter(({ state }) => state === 'streaming')
  return new Set(streaming.map(({ application_name }) => application_name))
}

/**
 * Waits until one node is the primary and all others are its standbys.
 * @returns the names of the primary and of the standby that has every commit
 */
export async function untilHealthy(
  machines: readonly Machine[],
): Promise<{ primary: string; standby: string }> {
  const deadline = performance.now() + READY_MS_MAX
  let seen: Member[] = []
  while (performance.now() < deadline) {
    seen = (await members(machines)).filter(({ state }) => RUNNING.has(state))
    const leader = seen.find(({ role }) => role === 'leader')
    const standby = seen.find(({ role }) => role === 'sync_standby')
    const isInStep = seen.every(({ timeline }) => timeline === leader?.timeline)
    if (leader && standby && isInStep && seen.length === machines.length) {
      const standbys = await standbysOf(leader)
      if (standbys.size === machines.length - 1) return { primary: leader.name, standby: standby.name }
    }
    await delay(200)
  }
  throw new Error(`The database did not become healthy:\n${JSON.stringify(seen, null, 2)}`)
}

function userIds(): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, USER], { encoding: 'utf8' })),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

function newestPostgres(): string {
  const [newest] = readdirSync(POSTGRES_FOLDER).toSorted((a, b) => Number(b) - Number(a))
  return join(POSTGRES_FOLDER, newest ?? '', 'bin')
}

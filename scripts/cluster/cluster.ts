import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { type TestServer, startTestServer } from '../../tests/support/server.ts'
import { freePort } from '../../tests/support/server-process.ts'
import {
  type DatabaseNode,
  databaseNodes,
  databaseUrl,
  primaryProxy,
  untilHealthy,
} from './database-nodes.ts'
import { createNetwork, removeNetwork } from './network.ts'
import { programBeforeLastMigrations } from './old-program.ts'

const NODES = 3
const SERVERS = 3

/** How long HAProxy takes to report an invalid configuration. */
const PROXY_START_MS = 1500

export type Cluster = {
  /** Installs the new version, which each server runs after a restart. Null if there is no older version. */
  update: (() => void) | null
  nodes: readonly DatabaseNode[]
  servers: readonly TestServer[]
  /** The address of the proxy in front of the servers. */
  url: string
  /** The address of the primary. */
  databaseUrl: string
  /** @param keepsLogs whether to keep the folder of the nodes, with their logs */
  discard(keepsLogs: boolean): Promise<void>
}

/**
 * Starts three database nodes, three Tenfold servers of the version before the last two migrations, and HAProxy in front
 * of each group.
 */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-cluster-'))
  chmodSync(folder, 0o755)
  const program = await programBeforeLastMigrations(folder)
  const servers: TestServer[] = []
  const proxies: ChildProcess[] = []
  let isKept = false
  const end = () => {
    for (const proxy of proxies) proxy.kill('SIGKILL')
    removeNetwork(NODES)
    if (!isKept) rmSync(folder, { recursive: true, force: true })
  }
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  process.once('exit', end)
  const startProxy = async (name: string, body: string) => {
    const file = join(folder, `${name}.cfg`)
    writeFileSync(file, `global\n  maxconn 2000\ndefaults\n  timeout connect 2s\n${body}`)
    const proxy = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
    proxies.push(proxy)
    const ended = once(proxy, 'exit').then(() => `HAProxy (${name}) ended.`)
    const reason = await Promise.race([ended, delay(PROXY_START_MS)])
    if (reason) throw new Error(reason)
  }

  const machines = createNetwork(NODES)
  const nodes = databaseNodes(machines, folder)
  for (const node of nodes) node.start()
  await untilHealthy(machines)
  const databasePort = await freePort()
  await startProxy('primary', primaryProxy(databasePort, machines))
  const port = await freePort()
  const settings = {
    DATABASE_URL: databaseUrl(databasePort),
    DATA_DIR: join(folder, 'files'),
    BASE_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
    SESSION_SECRET: 'the secret of a cluster that lives for minutes',
  }
  for (let count = 0; count < SERVERS; count++) servers.push(await startTestServer(settings, program?.root))
  await startProxy('servers', serverProxy(port, servers))
  return {
    update: program?.update ?? null,
    nodes,
    servers,
    url: settings.BASE_URL,
    databaseUrl: settings.DATABASE_URL,
    discard: async (keepsLogs) => {
      isKept = keepsLogs
      for (const server of servers) await server.kill()
      end()
      if (isKept) console.log(`The logs of the nodes are in ${folder}.`)
    },
  }
}

function serverProxy(port: number, servers: readonly TestServer[]): string {
  const lines = servers.map(({ url }, index) => `  server tenfold-${index + 1} ${new URL(url).host} check`)
  return `listen servers
  bind 127.0.0.1:${port}
  mode http
  balance roundrobin
  timeout client 60s
  timeout server 60s
  timeout http-request 15s
  option httpchk GET /readyz
  # Another server gets a request only if this one could not be reached.
  option redispatch
  retry-on conn-failure
  http-request set-header X-Forwarded-For %[src]
  default-server inter 1s fastinter 500ms fall 2 rise 1
${lines.join('\n')}
`
}

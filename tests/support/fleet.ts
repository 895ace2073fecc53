import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { NO_POSTGRES, findPostgres } from '../../scripts/postgres.mjs'
import { copyBinaries } from './postgres/binaries.ts'
import { startCluster } from './postgres/cluster.ts'
import { startRoundRobin } from './round-robin.ts'
import { type TestServer, startTestServer } from './server.ts'
import { freePort } from './server-process.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Starts servers that share a PostgreSQL database and a data folder, behind a round-robin proxy. Callers see one
 * server; `stop` stops the first one.
 */
export async function startFleet(count: number, settings: Record<string, string>): Promise<TestServer> {
  const installed = findPostgres(ROOT)
  if (installed === null) throw new Error(NO_POSTGRES)
  const binaries = mkdtempSync(join(tmpdir(), 'tenfold-postgres-binaries-'))
  copyBinaries(installed, binaries)
  const cluster = await startCluster(binaries, { ownsBinaries: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'tenfold-fleet-'))
  const port = await freePort()
  const shared = {
    ...settings,
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.url('postgres'),
    BASE_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startTestServer(shared)))
  const proxy = await startRoundRobin(
    port,
    servers.map(({ url }) => url),
  )
  const [first] = servers
  if (!first) throw new Error('A fleet needs at least one server.')
  return {
    ...first,
    url: proxy.url,
    dataDir,
    database: cluster,
    takeOutput: () => servers.map((server) => server.takeOutput()).join(''),
    discard: async () => {
      await proxy.close()
      for (const server of servers) await server.discard()
      await cluster.discard()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

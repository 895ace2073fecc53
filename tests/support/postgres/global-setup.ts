import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { openPostgres } from '#server/db/postgres.ts'

import { NO_POSTGRES, findPostgres } from '../../../scripts/postgres.mjs'
import { copyBinaries } from './binaries.ts'
import { startCluster } from './cluster.ts'
import { type PostgresServer, databaseUrl, runOnServer } from './server.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Starts a PostgreSQL server for the tests, or uses the given one, and creates the database that all tests copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const { server, tearDown } = given ? { server: givenServer(given), tearDown: null } : await ownServer()
  await runOnServer(server, `create database ${server.template}`)
  const db = await openPostgres(databaseUrl(server, server.template))
  await db.destroy()
  project.provide('postgres', server)
  return tearDown ?? (() => runOnServer(server, `drop database ${server.template}`))
}

function givenServer(url: string): PostgresServer {
  return { url, template: `tenfold_template_${process.pid}`, binaries: null }
}

async function ownServer(): Promise<{ server: PostgresServer; tearDown: () => Promise<void> }> {
  const installed = findPostgres(ROOT)
  if (installed === null) throw new Error(NO_POSTGRES)
  const binaries = mkdtempSync(join(tmpdir(), 'tenfold-postgres-binaries-'))
  try {
    copyBinaries(installed, binaries)
    const cluster = await startCluster(binaries, { ownsBinaries: true })
    const server = { url: cluster.url('postgres'), template: 'tenfold_template', binaries }
    return { server, tearDown: () => cluster.discard() }
  } catch (error) {
    rmSync(binaries, { recursive: true, force: true })
    throw error
  }
}

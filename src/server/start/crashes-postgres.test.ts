import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { endDuringWrites, startBurst } from '#tests/support/burst.ts'
import { compareTitles } from '#tests/support/compare-titles.ts'
import { requirePostgresServer } from '#tests/support/database.ts'
import { forFaults, noteFigures } from '#tests/support/figures.ts'
import { type Cluster, startCluster } from '#tests/support/postgres/cluster.ts'
import {
  type ServerFolder,
  type ServerProcess,
  makeServerFolder,
  register,
} from '#tests/support/server-process.ts'

let cluster: Cluster
beforeAll(async () => {
  const { binaries } = requirePostgresServer()
  if (binaries === null) throw new Error('This test crashes its server, so it needs a private one.')
  cluster = await startCluster(binaries, { isDurable: true })
})
afterAll(() => cluster.discard())

let folder: ServerFolder
let env: Record<string, string>
let server: ServerProcess
let cookie: string
beforeEach(async () => {
  await onCluster('drop schema public cascade')
  await onCluster('create schema public')
  folder = makeServerFolder()
  env = { DATABASE_URL: cluster.url('postgres') }
  server = await folder.run({ env })
  cookie = await register(server)
})
afterEach(() => folder.remove())

async function onCluster<Row extends Record<string, unknown>>(statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

test('a server that is killed during writes neither loses nor duplicates an acknowledged write', async () => {
  const rounds = forFaults(1, 10)
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    acknowledged.push(...(await endDuringWrites(server, cookie)))
    const killed = performance.now()
    server = await folder.run({ env })
    noteFigures({ runs: 1, seconds: (performance.now() - killed) / 1000 })
  }
  expect(await compareWithStored(acknowledged)).toEqual({ lost: 0, duplicated: 0 })
}, 300_000)

test('a database that crashes during writes neither loses nor duplicates a write, and the server recovers without a restart', async () => {
  const rounds = forFaults(1, 10)
  const burst = startBurst(server, cookie)
  for (let round = 0; round < rounds; round++) {
    await delay(300 + Math.random() * 500)
    await cluster.crash()
    await delay(200)
    await cluster.start()
    const back = performance.now()
    const before = burst.acknowledged.length
    while (burst.acknowledged.length === before) await delay(5)
    noteFigures({ runs: 1, seconds: (performance.now() - back) / 1000 })
  }
  await burst.end()
  expect(burst.statuses).toEqual(new Set([201, 503]))
  expect(await compareWithStored(burst.acknowledged)).toEqual({ lost: 0, duplicated: 0 })
}, 300_000)

async function compareWithStored(acknowledged: readonly string[]) {
  const stored = await onCluster<{ title: string }>('select title from tasks')
  const titles = stored.map(({ title }) => title)
  const figures = compareTitles(acknowledged, titles)
  noteFigures({ ...figures, writes: acknowledged.length })
  return figures
}

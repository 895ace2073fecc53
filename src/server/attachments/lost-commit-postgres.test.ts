import { afterEach, beforeEach, expect, test } from 'vitest'

import { attachmentPath, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { COMMIT, startPostgresProxy } from '#tests/support/postgres/proxy.ts'
import { makeTask } from '#tests/support/tasks.ts'

import { buildApp } from '../app.ts'
import { connectPostgres } from '../db/postgres.ts'

let direct: TestApp
let client: Client
let network: Awaited<ReturnType<typeof startPostgresProxy>>
beforeEach(async () => {
  direct = await buildTestApp()
  client = await signUp(direct)
  network = await startPostgresProxy(direct.databaseUrl ?? '')
})
afterEach(async () => {
  await network.close()
  await direct.close()
})

test('an upload keeps its bytes if its commit succeeds but the confirmation is lost', async () => {
  const { id } = await makeTask(client)
  const db = connectPostgres(network.url)
  const app = await buildApp({ ...direct, db, pages: null }, { logStream: { write: () => undefined } })
  const [name = '', value = ''] = client.cookie().split('=')
  const distant = clientOf(app, [[name, value]])
  // Opens the connections that the upload uses.
  await distant.get('/api/tasks')

  const late = network.delayMessage(COMMIT)
  const response = await distant.put(attachmentPath(id, 'a'), 'hello')
  expect(response.statusCode).toBe(503)
  expect((await client.get(attachmentPath(id, 'a'))).statusCode).toBe(404)
  expect(await storedNames(direct)).toHaveLength(1)
  late.deliver()
  await expect
    .poll(async () => (await client.get(attachmentPath(id, 'a'))).body, { timeout: 20_000 })
    .toBe('hello')
  await app.close()
  await db.destroy()
})

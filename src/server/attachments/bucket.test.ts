import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { attach, attachmentPath, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, restartUpon, signUp } from '#tests/support/build-app.ts'
import { requireFreshBucket } from '#tests/support/s3/bucket.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'
import { type TcpProxy, startTcpProxy } from '#tests/support/tcp-proxy.ts'

let network: TcpProxy
let test: TestApp
let client: Client
beforeEach(async () => {
  const bucket = requireFreshBucket()
  network = await startTcpProxy(Number(new URL(bucket.endpoint).port))
  test = await buildTestApp({
    config: { bucket: { ...bucket, endpoint: `http://127.0.0.1:${network.port}` } },
  })
  client = await signUp(test)
})
afterEach(async () => {
  network.pass()
  await test.close()
  await network.close()
})

describe('while the attachment store is unavailable', () => {
  it('uploads and downloads return 503 and change nothing, and everything else works', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    network.cut()
    for (const response of [
      await client.put(attachmentPath(id, 'b'), 'hello'),
      await client.get(attachmentPath(id, 'a')),
      await client.get('/api/auth/export'),
    ]) {
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('2')
      expect(response.json()).toEqual({
        code: 'unavailable',
        message: 'The attachment store is unavailable. Nothing was changed. Try again in a moment.',
      })
    }
    expect((await client.get('/readyz')).statusCode).toBe(200)
    expect((await client.get(attachmentPath(id))).json()).toHaveLength(1)
    expect(await readTask(client, id)).toMatchObject({ attachments: ['a'], version: 2 })
    network.pass()
    await attach(client, id, 'b')
    expect((await client.get(attachmentPath(id, 'a'))).body).toBe('hello')
  })

  it('an attachment can be deleted, and a later sweep moves its bytes', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    network.cut()
    expect((await client.delete(attachmentPath(id, 'a'))).statusCode).toBe(204)
    expect(test.log.join('')).toContain('could not remove files; a later sweep removes them')
    test.clock.set(new Date(Date.now() + 48 * 3_600_000).toISOString())
    expect(await restartUpon(test)).toContain('could not sweep orphaned files')
    network.pass()
    expect(await restartUpon(test)).toContain('"moved":1')
    expect(await storedNames(test)).toEqual([])
  })
})

it('the log says why the store rejected a request, but does not contain the key', async () => {
  await test.close()
  const bucket = { ...requireFreshBucket(), secretAccessKey: 'kV3nQ8sZ1xT6bL0pR5yH2mW9cJ4gF7dX' }
  test = await buildTestApp({ config: { bucket, logLevel: 'trace' } })
  client = await signUp(test)
  const { id } = await makeTask(client)
  expect((await client.put(attachmentPath(id, 'a'), 'hello')).statusCode).toBe(503)
  const log = test.log.join('')
  expect(log).toContain('it returned 403 SignatureDoesNotMatch')
  expect(log).not.toContain(bucket.secretAccessKey)
  expect(log).not.toContain(bucket.accessKeyId)
})

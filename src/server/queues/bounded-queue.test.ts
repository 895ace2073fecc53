import { PassThrough } from 'node:stream'

import { expect, test, vi } from 'vitest'

import { startAnsweringServer } from '#tests/support/answering-server.ts'
import { attachmentPath, beginUpload } from '#tests/support/attachments.ts'
import { buildTestApp, signUp } from '#tests/support/build-app.ts'
import { listening } from '#tests/support/event-stream.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { hashPassword } from '../auth/password.ts'
import { boundedQueue } from './bounded-queue.ts'
import { filesInBucket } from '../files/bucket/files-in-bucket.ts'

const BUSY = { code: 'busy', message: 'The server is busy. Try again in a moment.' }
const CHEAP = { memory: 64, passes: 1, parallelism: 1 }
const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as typeof BUSY).code))

test('a bounded queue runs calls in order, several in parallel, and rejects calls when it is full', async () => {
  const inQueue = boundedQueue({ atOnce: 2, waitingMax: 1 })
  const ends: (() => void)[] = []
  const begun: number[] = []
  const call = (id: number) =>
    inQueue(async () => {
      begun.push(id)
      await new Promise<void>((resolve) => ends.push(resolve))
      return id
    })
  const first = call(1)
  const second = call(2)
  const third = call(3)
  await expect(call(4)).rejects.toMatchObject(BUSY)
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  expect(await first).toBe(1)
  await until(() => expect(begun).toEqual([1, 2, 3]))
  ends[1]?.()
  ends[2]?.()
  expect(await Promise.all([second, third])).toEqual([2, 3])
  const fifth = call(5)
  ends[3]?.()
  expect(await fifth).toBe(5)
})

test('a bounded queue runs the next call after a call fails', async () => {
  const inQueue = boundedQueue({ atOnce: 1, waitingMax: 1 })
  const failing = inQueue(() => Promise.reject(new Error('away')))
  const next = inQueue(async () => 'next')
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe('next')
})

test('the number of passwords waiting to be hashed is limited', async () => {
  const hashes = Array.from({ length: 300 }, (_, i) => hashPassword(`password ${i}`, CHEAP))
  const results = outcomes(await Promise.allSettled(hashes))
  expect(results.slice(0, 102)).toEqual(Array.from({ length: 102 }, () => 'done'))
  expect(results.slice(102)).toEqual(Array.from({ length: 198 }, () => 'busy'))
  expect(await hashPassword('another', CHEAP)).toMatch(/^\$argon2id\$/)
})

test('over HTTP, sign-ins over the limit get 503 with Retry-After and don’t count as failures', async () => {
  const server = await buildTestApp()
  const url = `${await listening(server.app)}/api/login`
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ada@example.com', password: 'a wrong password' })
  const signIn = () => fetch(url, { method: 'POST', headers, body })
  const queue = { isFull: true }
  const hashes = Array.from({ length: 102 }, async () => {
    while (queue.isFull) await hashPassword('another password', CHEAP)
  })
  for (const answer of await Promise.all(Array.from({ length: 20 }, signIn))) await expectBusy(answer)
  queue.isFull = false
  await Promise.all(hashes)
  expect(await server.db.selectFrom('failed_checks').selectAll().execute()).toEqual([])
  expect((await signIn()).status).toBe(401)
  await server.close()
})

test('over HTTP, uploads to a bucket over the limit get 503 with Retry-After until earlier ones end', async () => {
  const store = await startAnsweringServer((_, response) => void response.setHeader('etag', '"e"').end())
  const settings = { name: 'none', region: 'none', prefix: '', accessKeyId: 'none', secretAccessKey: 'none' }
  const server = await buildTestApp({ config: { bucket: { ...settings, endpoint: store.url } } })
  const received = vi.spyOn(server.files, 'receive')
  const address = await listening(server.app)
  const client = await signUp(server)
  const { id } = await makeTask(client)
  const waiting = Array.from({ length: 80 }, (_, i) =>
    beginUpload(server, client, [`PUT ${attachmentPath(id, `${i}`)} HTTP/1.1`, 'content-length: 9999']),
  )
  await until(() => expect(received).toHaveBeenCalledTimes(80))
  const upload = (name: string) =>
    fetch(address + attachmentPath(id, name), {
      method: 'PUT',
      headers: { cookie: client.cookie() },
      body: Buffer.alloc(2 ** 20),
    })
  const names = Array.from({ length: 20 }, (_, i) => `late ${i}`)
  for (const answer of await Promise.all(names.map(upload))) await expectBusy(answer)
  expect((await client.get(attachmentPath(id))).json()).toEqual([])
  for (const one of waiting) one.breakOff()
  await until(async () => expect((await upload('after')).status).toBe(201))
  await server.close()
  await store.close()
})

async function expectBusy(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toEqual(BUSY)
}

test('the number of uploads waiting for a bucket is limited', async () => {
  const settings = { endpoint: 'http://127.0.0.1:9', name: 'none', region: 'none', prefix: '' }
  const files = filesInBucket({ ...settings, accessKeyId: 'none', secretAccessKey: 'none' })
  const bodies = Array.from({ length: 100 }, () => new PassThrough())
  const limits = { bytesMax: 2 ** 20, stallMs: 60_000 }
  const uploads = Promise.allSettled(bodies.map((body) => files.receive(body, limits)))
  // An aborted body frees its slot, so wait until the queue has rejected the other uploads.
  await new Promise((resolve) => setImmediate(resolve))
  for (const body of bodies) body.destroy()
  const results = outcomes(await uploads)
  expect(results.filter((code) => code === 'invalid')).toHaveLength(80)
  expect(results.slice(80)).toEqual(Array.from({ length: 20 }, () => 'busy'))
})

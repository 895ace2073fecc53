import { PassThrough } from 'node:stream'

import { expect, test } from 'vitest'

import { buildTestApp } from '#tests/support/build-app.ts'

import { PASSWORD_COSTS, hashPassword } from '../auth/password.ts'
import { boundedQueue } from './bounded-queue.ts'
import { filesInBucket } from '../files/bucket/files-in-bucket.ts'

const BUSY = { code: 'busy', message: 'The server is busy. Try again in a moment.' }
const CHEAP = { memory: 64, passes: 1, parallelism: 1 }
const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as typeof BUSY).code))

test('runs calls in order, a few in parallel, and rejects calls when it is full', async () => {
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
  await expect.poll(() => begun).toEqual([1, 2, 3])
  ends[1]?.()
  ends[2]?.()
  expect(await Promise.all([second, third])).toEqual([2, 3])
  const fifth = call(5)
  ends[3]?.()
  expect(await fifth).toBe(5)
})

test('a failed call passes its turn to the next', async () => {
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

test('a sign-in over the limit gets 503 with Retry-After and does not count as a failure', async () => {
  // With these costs, the requests arrive faster than their passwords are hashed, on any database.
  const server = await buildTestApp({ passwordCosts: PASSWORD_COSTS })
  const sent = Array.from({ length: 300 }, (_, i) =>
    server.visitor.post('/api/login', { email: `${i}@example.com`, password: 'a wrong password' }),
  )
  const answers = await Promise.all(sent)
  const busy = answers.filter(({ statusCode }) => statusCode === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const answer of busy) {
    expect(answer.json()).toEqual(BUSY)
    expect(answer.headers['retry-after']).toBe('2')
  }
  const failures = await server.db.selectFrom('failed_checks').selectAll().execute()
  expect(failures).toHaveLength(answers.filter(({ statusCode }) => statusCode === 401).length)
  expect(failures.length + busy.length).toBe(300)
  await server.close()
})

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

import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { emptyBucket, namesInBucket, requireFreshBucket } from '#tests/support/s3/bucket.ts'
import { type TcpProxy, startTcpProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'

import type { Files } from '../files.ts'
import { filesInBucket } from './files-in-bucket.ts'
import type { BucketSettings } from './settings.ts'

const MB = 2 ** 20
const LIMITS = { bytesMax: 100 * MB, stallMs: 10_000 }

let bucket: BucketSettings
let network: TcpProxy
let files: Files
beforeEach(async () => {
  bucket = requireFreshBucket()
  network = await startTcpProxy(Number(new URL(bucket.endpoint).port))
  files = filesInBucket({ ...bucket, endpoint: `http://127.0.0.1:${network.port}` })
})
afterEach(async () => {
  await network.close()
  await emptyBucket(bucket)
})

/** Returns pieces of 1 MB, each different. */
function* pieces(count: number): Generator<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(MB, `piece ${i};`)
}
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const names = () => namesInBucket(bucket)

/** Waits until a part of the only file is stored. */
const untilHalf = () => until(async () => expect(await names()).toHaveLength(1))

/** A body that a test sends piece by piece, and its result. */
function sending(limits: Partial<typeof LIMITS> = {}) {
  const body = new PassThrough()
  const taken = files.receive(body, { ...LIMITS, ...limits })
  // The promise may reject before it is awaited.
  taken.catch(() => undefined)
  const send = (count: number) => {
    for (const piece of pieces(count)) body.write(piece)
  }
  return { body, taken, send }
}

describe('a file of several parts', () => {
  it.each([8, 16, 20])('of %i MB is read back unchanged', async (count) => {
    const { id, size, head } = await files.receive(Readable.from(pieces(count)), LIMITS)
    const sent = Buffer.concat([...pieces(count)])
    expect([size, hash(head)]).toEqual([count * MB, hash(sent.subarray(0, 4096))])
    const read = await files.read(id, size)
    expect(hash(read ? await buffer(read) : Buffer.alloc(0))).toBe(hash(sent))
    expect(await names()).toEqual([id])
  })

  it('does not exist until it is complete', async () => {
    const { body, taken, send } = sending()
    send(10)
    await untilHalf()
    expect(await files.list()).toEqual({ blobs: [], unfinished: [expect.any(String)] })
    body.end()
    const { id } = await taken
    expect(await files.list()).toEqual({ blobs: [id], unfinished: [] })
  })

  it('leaves nothing behind when the upload is cut off', async () => {
    const { body, taken, send } = sending()
    send(10)
    await untilHalf()
    body.destroy()
    await expect(taken).rejects.toMatchObject({ code: 'invalid' })
    expect(await names()).toEqual([])
  })

  it('leaves nothing behind when the upload is too large or too slow', async () => {
    const large = sending({ bytesMax: 10 * MB })
    large.send(11)
    await expect(large.taken).rejects.toMatchObject({ code: 'too_large' })
    const slow = sending({ stallMs: 100 })
    slow.send(10)
    await expect(slow.taken).rejects.toMatchObject({ code: 'too_slow' })
    expect(await names()).toEqual([])
  })

  it('can be stored twice in parallel without interference', async () => {
    const both = await Promise.all([1, 2].map(() => files.receive(Readable.from(pieces(10)), LIMITS)))
    expect((await names()).toSorted()).toEqual(both.map(({ id }) => id).toSorted())
    expect(await Promise.all(both.map(({ id }) => files.has(id, 10 * MB)))).toEqual([true, true])
  })
})

describe('an unavailable store', () => {
  it('makes an upload fail, and the next sweep removes its parts', async () => {
    const { taken, send } = sending()
    send(10)
    await untilHalf()
    network.cut()
    send(10)
    await expect(taken).rejects.toMatchObject({ name: 'StoreError', status: null })
    network.pass()
    const { blobs, unfinished } = await files.list()
    expect([blobs.length, unfinished.length]).toEqual([0, 1])
    for (const id of unfinished) await files.removeUnfinished(id)
    expect(await names()).toEqual([])
  })

  it('is retried after a moment', async () => {
    network.cutOnceAfter(4 * MB)
    const { id } = await files.receive(Readable.from(pieces(10)), LIMITS)
    expect(await files.has(id, 10 * MB)).toBe(true)
    expect(await names()).toEqual([id])
  })

  it('fails every request, and never reports a file as missing', async () => {
    const { id } = await files.receive(Readable.from(pieces(1)), LIMITS)
    network.cut()
    for (const ask of [
      () => files.read(id, MB),
      () => files.has(id, MB),
      () => files.remove(id),
      () => files.list(),
    ]) {
      await expect(ask()).rejects.toMatchObject({ name: 'StoreError' })
    }
    network.pass()
    expect(await files.has(id, MB)).toBe(true)
  })

  it('during a download aborts it, so that half a file never looks complete', async () => {
    const { id } = await files.receive(Readable.from(pieces(20)), LIMITS)
    const read = await files.read(id, 20 * MB)
    read?.once('data', () => network.cut())
    await expect(buffer(read ?? Readable.from([]))).rejects.toMatchObject({ message: 'terminated' })
  })
})

it('a client’s time limit does not include waiting for a slow store', async () => {
  const { body, taken, send } = sending({ stallMs: 300 })
  send(1)
  await delay(100)
  network.stall()
  // More than one part, so the store is called. The store is silent for longer than the limit for clients.
  send(9)
  body.end()
  await delay(1000)
  network.cut()
  network.pass()
  const { id } = await taken
  expect(await files.has(id, 10 * MB)).toBe(true)
})

it('a request with a rejected key is not retried', async () => {
  const wrong = filesInBucket({
    ...bucket,
    endpoint: `http://127.0.0.1:${network.port}`,
    secretAccessKey: 'another',
  })
  await expect(wrong.receive(Readable.from(pieces(1)), LIMITS)).rejects.toMatchObject({
    name: 'StoreError',
    status: 403,
    message: 'it returned 403 SignatureDoesNotMatch',
  })
  expect(await names()).toEqual([])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { leaveStored, storedNames } from '#tests/support/attachments.ts'
import { fastFolder } from '#tests/support/fast-folder.ts'
import { freshBucket } from '#tests/support/s3/bucket.ts'
import { until } from '#tests/support/until.ts'

import type { BucketSettings } from './bucket/settings.ts'
import type { Files } from './files.ts'
import { openFiles } from './open-files.ts'

const LIMITS = { bytesMax: 100, stallMs: 10_000 }

let place: { dataDir: string; bucket: BucketSettings | null }
let files: Files
beforeEach(() => {
  place = { dataDir: mkdtempSync(join(fastFolder(), 'tenfold-files-')), bucket: freshBucket() }
  files = openFiles(place)
})
afterEach(() => rmSync(place.dataDir, { recursive: true }))

const names = () => storedNames({ config: place })

const body = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))
const read = async (id: string, size: number) => {
  const stream = await files.read(id, size)
  return stream && text(stream)
}

describe('storing a body', () => {
  it('stores its bytes under a new name', async () => {
    const blob = await files.receive(body('hello ', 'world'), LIMITS)
    expect(blob).toEqual({ id: expect.any(String), size: 11, head: new TextEncoder().encode('hello world') })
    expect(await read(blob.id, 11)).toBe('hello world')
    expect(await names()).toEqual([blob.id])
    expect(await files.has(blob.id, 11)).toBe(true)
  })

  it('returns the first 4096 bytes of a longer body', async () => {
    const { head, size } = await files.receive(body('x'.repeat(4000), 'y'.repeat(4000)), {
      ...LIMITS,
      bytesMax: 8000,
    })
    expect([size, head.length]).toEqual([8000, 4096])
    expect(Buffer.from(head).toString()).toBe('x'.repeat(4000) + 'y'.repeat(96))
  })

  it.each([
    ['that is too large', () => body('x'.repeat(60), 'x'.repeat(41)), 'too_large'],
    ['that fails', () => Readable.from(failing()), 'invalid'],
    ['that was already destroyed', () => new PassThrough().destroy(), 'invalid'],
    ['that was already destroyed with an error', gone, 'invalid'],
    ['that never begins', () => new PassThrough(), 'too_slow'],
  ])('%s leaves nothing behind', async (_, make, code) => {
    const limits = { ...LIMITS, stallMs: 50 }
    await expect(files.receive(make(), limits)).rejects.toMatchObject({ code })
    expect(await names()).toEqual([])
  })

  it('reads a rejected body to its end', async () => {
    const sent = body('x'.repeat(101), ...Array.from({ length: 1000 }, () => 'y'.repeat(1000)))
    await expect(files.receive(sent, LIMITS)).rejects.toMatchObject({ code: 'too_large' })
    await until(() => expect(sent.readableEnded).toBe(true))
  })
})

describe('a blob', () => {
  it('that is missing or has a different size is not found', async () => {
    const { id } = await files.receive(body('hello'), LIMITS)
    const other = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
    expect([await files.read(other, 5), await files.has(other, 5)]).toEqual([null, false])
    expect([await files.read(id, 4), await files.has(id, 4)]).toEqual([null, false])
  })

  it('exists even if it is empty', async () => {
    const { id, size, head } = await files.receive(body(), LIMITS)
    expect([size, head.length, await read(id, 0), await files.has(id, 0)]).toEqual([0, 0, '', true])
  })

  it('can be removed, even when it no longer exists', async () => {
    const { id } = await files.receive(body('hello'), LIMITS)
    await files.remove(id)
    await files.remove(id)
    expect(await files.list()).toEqual({ blobs: [], unfinished: [] })
  })
})

describe('the list of files', () => {
  it('contains the files stored before a time, complete or unfinished', async () => {
    const { id } = await files.receive(body('hello'), LIMITS)
    const unfinished = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
    await leaveStored({ config: place }, `${unfinished}.part`)
    expect(await files.list()).toEqual({ blobs: [id], unfinished: [unfinished] })
    expect(await files.list(Date.now() - 60_000)).toEqual({ blobs: [], unfinished: [] })
    expect(await files.list(Date.now() + 60_000)).toEqual({ blobs: [id], unfinished: [unfinished] })
    await files.removeUnfinished(unfinished)
    expect(await files.list()).toEqual({ blobs: [id], unfinished: [] })
  })

  it('is empty before the first upload', async () => {
    expect(await files.list()).toEqual({ blobs: [], unfinished: [] })
  })
})

describe('an orphaned file', () => {
  it('is only in the list of orphaned files, and is moved back when it is read', async () => {
    const { id } = await files.receive(body('hello'), LIMITS)
    await files.moveToOrphaned(id)
    expect(await files.list()).toEqual({ blobs: [], unfinished: [] })
    expect(await files.listOrphaned()).toEqual([id])
    expect(await files.has(id, 5)).toBe(true)
    expect(await files.listOrphaned()).toEqual([id])
    expect(await Promise.all([read(id, 5), read(id, 5)])).toEqual(['hello', 'hello'])
    expect([await files.list(), await files.listOrphaned()]).toEqual([{ blobs: [id], unfinished: [] }, []])
  })

  it('counts its age from the move, and can be moved back or removed', async () => {
    const { id } = await files.receive(body('hello'), LIMITS)
    await files.moveToOrphaned(id)
    expect(await files.listOrphaned(Date.now() - 60_000)).toEqual([])
    expect(await files.listOrphaned(Date.now() + 60_000)).toEqual([id])
    await files.moveBack(id)
    expect(await read(id, 5)).toBe('hello')
    await files.moveToOrphaned(id)
    await files.removeOrphaned(id)
    expect([await read(id, 5), await files.listOrphaned()]).toEqual([null, []])
  })

  it('that is missing causes no error when it is moved, moved back or removed', async () => {
    const missing = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
    await files.moveToOrphaned(missing)
    await files.moveBack(missing)
    await files.removeOrphaned(missing)
    expect([await files.list(), await files.listOrphaned()]).toEqual([{ blobs: [], unfinished: [] }, []])
  })
})

function* failing(): Generator<Buffer> {
  yield Buffer.from('hello')
  throw new Error('the network is gone')
}

function gone(): Readable {
  const stream = new PassThrough()
  stream.on('error', () => undefined)
  return stream.destroy(new Error('the network is gone'))
}

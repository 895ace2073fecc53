import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Files, filesIn } from './files.ts'

const LIMITS = { bytesMax: 100, stallMs: 10_000 }

let dataDir: string
let files: Files
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tenfold-files-'))
  files = filesIn(dataDir)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const body = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))
const read = async (id: string, size: number) => {
  const stream = await files.read(id, size)
  return stream && text(stream)
}

describe('storing a body', () => {
  it('keeps its bytes under a name of its own, for the owner alone', async () => {
    const blob = await files.receive(body('hello ', 'world'), LIMITS)
    expect(blob).toEqual({ id: expect.any(String), size: 11, head: new TextEncoder().encode('hello world') })
    expect(await read(blob.id, 11)).toBe('hello world')
    expect(readdirSync(join(dataDir, 'files'))).toEqual([blob.id])
    expect(statSync(join(dataDir, 'files')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'files', blob.id)).mode & 0o777).toBe(0o600)
  })

  it('answers the first 4096 bytes of a longer one', async () => {
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
    ['that was gone before', () => new PassThrough().destroy(), 'invalid'],
    ['that was gone before with an error', gone, 'invalid'],
    ['that never begins', () => new PassThrough(), 'too_slow'],
  ])('%s leaves nothing', async (_, make, code) => {
    const limits = { ...LIMITS, stallMs: 50 }
    await expect(files.receive(make(), limits)).rejects.toMatchObject({ code })
    expect(readdirSync(join(dataDir, 'files'))).toEqual([])
  })

  it('that is refused lets the rest of it pass', async () => {
    const sent = body('x'.repeat(101), ...Array.from({ length: 1000 }, () => 'y'.repeat(1000)))
    await expect(files.receive(sent, LIMITS)).rejects.toMatchObject({ code: 'too_large' })
    await vi.waitFor(() => expect(sent.readableEnded).toBe(true))
  })
})

describe('a blob', () => {
  it('that is not there, or was cut short, is none', async () => {
    const { id } = await files.receive(body('hello'), LIMITS)
    expect(await files.read('b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90', 5)).toBeNull()
    writeFileSync(join(dataDir, 'files', id), 'hell')
    expect(await files.read(id, 5)).toBeNull()
  })

  it('can be removed, also when it is gone', async () => {
    const { id } = await files.receive(body('hello'), LIMITS)
    await files.remove(id)
    await files.remove(id)
    expect(await files.list()).toEqual({ blobs: [], unfinished: [] })
  })
})

it('the list of files is empty before the first', async () => {
  expect(await files.list()).toEqual({ blobs: [], unfinished: [] })
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

import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import { type MockInstance, afterEach, describe, expect, it, vi } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { Patience } from '../app.ts'
import { attachmentPath, beginUpload, readAttachments, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

const MB = 2 ** 20
const PATIENCE: Patience = {
  headers: 10_000,
  body: 10_000,
  drain: 200,
  reader: 10_000,
  stall: 10_000,
  request: 600_000,
  interval: 2000,
}

// Uploading megabytes takes a while when many tests run in parallel.
let test: TestApp
let client: Client
let task: Task
let received: MockInstance
async function start({
  uploadBytesMax = MB,
  storageBytesMax = 5 * MB,
  ...patience
}: Partial<Patience> & { uploadBytesMax?: number; storageBytesMax?: number } = {}): Promise<void> {
  const config = { uploadBytesMax, storageBytesMax }
  test = await buildTestApp({ patience: { ...PATIENCE, ...patience }, config })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  received = vi.spyOn(test.files, 'receive')
  client = await signUp(test)
  task = await makeTask(client)
}
afterEach(() => test.close())

/** Waits until the server accepts an upload. In a bucket, a small upload is invisible until it is complete. */
async function untilBegun(): Promise<void> {
  await until(async () => {
    expect(received).toHaveBeenCalled()
    if (!test.config.bucket) expect(await storedNames(test)).toHaveLength(1)
  })
}

const begin = (...headers: string[]) =>
  beginUpload(test, client, [`PUT ${attachmentPath(task.id, 'a.bin')} HTTP/1.1`, ...headers])
const put = (bytes: Uint8Array) => client.put(attachmentPath(task.id, 'a.bin'), bytes)
/** Encodes bytes as one chunk of a chunked request body. */
const piece = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`

const openConnections = () => promisify(test.app.server.getConnections.bind(test.app.server))()

async function expectNothing(): Promise<void> {
  await until(async () => expect(await storedNames(test)).toEqual([]))
  expect(await readAttachments(client, task.id)).toEqual([])
  expect(await readTask(client, task.id)).toEqual(task)
}

describe('an upload of exactly the limit', () => {
  it('is accepted', async () => {
    await start()
    expect((await put(Buffer.alloc(MB))).json()).toMatchObject({ size: MB })
    expect(await storedNames(test)).toHaveLength(1)
  })

  it('is accepted without a declared length', async () => {
    await start({ uploadBytesMax: 10 })
    const upload = begin('transfer-encoding: chunked', 'connection: close')
    upload.send(`${piece('12345')}${piece('67890')}0\r\n\r\n`)
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 201 [^]*"size":10/)
  })
})

describe('an upload of one byte more than the limit', () => {
  it('is rejected and leaves nothing behind', async () => {
    await start()
    const response = await put(Buffer.alloc(MB + 1))
    expect(response.statusCode).toBe(413)
    expect(response.json()).toEqual({
      code: 'too_large',
      message: 'The file is too large. The limit is 1 MB.',
    })
    await expectNothing()
  })

  it('is rejected before it is sent if its length is declared', async () => {
    await start()
    const upload = begin(`content-length: ${MB + 1}`)
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 413 /)
    await expectNothing()
  })

  it('is rejected while it is being sent if its length is not declared', async () => {
    await start({ uploadBytesMax: 10 })
    const upload = begin('transfer-encoding: chunked')
    upload.send(piece('1234567890'))
    await untilBegun()
    upload.send(piece('!'))
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"too_large"/)
    await expectNothing()
  })
})

describe('an upload that exceeds its user’s storage limit', () => {
  it('is rejected before any of its bytes arrive when its length is declared', async () => {
    await start({ storageBytesMax: 1000 })
    const upload = begin('content-length: 1001')
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 413 [^]*Your files can use up to 1 KB in total/)
    expect(received).not.toHaveBeenCalled()
    await expectNothing()
  })

  it('gets the original response if it is a retry', async () => {
    await start({ storageBytesMax: 1000 })
    const path = attachmentPath(task.id, 'a.bin')
    const once = { 'idempotency-key': 'one' }
    const first = await client.put(path, 'x'.repeat(600), once)
    expect(first.statusCode).toBe(201)
    const second = await client.put(path, 'x'.repeat(600), once)
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
  })
})

it('a client that reads only after sending everything receives the rejection, and the connection stays open', async () => {
  await start({ uploadBytesMax: 10, drain: 10_000 })
  const upload = begin('transfer-encoding: chunked')
  for (let i = 0; i < 160; i++) upload.send(piece('x'.repeat(100_000)))
  const head = `GET ${attachmentPath(task.id)} HTTP/1.1\r\nhost: x\r\ncookie: ${client.cookie()}`
  upload.send(`0\r\n\r\n${head}\r\nconnection: close\r\n\r\n`)
  expect((await upload.answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  await expectNothing()
})

describe('an upload that is cut off', () => {
  it.each([
    ['declared', ['content-length: 1000'], 'x'.repeat(500)],
    ['not declared', ['transfer-encoding: chunked'], piece('x'.repeat(500))],
  ])('leaves nothing behind, with its length %s', async (_, headers, bytes) => {
    await start()
    const upload = begin(...headers)
    upload.send(bytes)
    await untilBegun()
    upload.breakOff()
    await expectNothing()
    expect(test.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  it('doesn’t attach a file that is canceled and removed while its bytes are being stored', async () => {
    await start()
    await client.patch(`/api/tasks/${task.id}`, { attachments: ['a.bin'] })
    received.mockRestore()
    const receive = test.files.receive.bind(test.files)
    received = vi.spyOn(test.files, 'receive').mockImplementation(async (...given) => {
      const blob = await receive(...given)
      upload.breakOff()
      await until(async () => expect(await openConnections()).toBe(0))
      await client.delete(attachmentPath(task.id, 'a.bin'))
      task = await readTask(client, task.id)
      return blob
    })
    const upload = begin('content-length: 5')
    upload.send('12345')
    await untilBegun()
    await until(() => expect(task.version).toBe(3))
    await expectNothing()
  })

  it('is invisible until it is complete', async () => {
    await start()
    const upload = begin('content-length: 10', 'connection: close')
    upload.send('12345')
    await untilBegun()
    expect(await readAttachments(client, task.id)).toEqual([])
    expect(await readTask(client, task.id)).toEqual(task)
    upload.send('67890')
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 201 /)
    expect((await readTask(client, task.id)).attachments).toEqual(['a.bin'])
  })
})

describe('a slow upload', () => {
  it('is cut off when no more bytes arrive', async () => {
    await start({ stall: 100 })
    const upload = begin('content-length: 1000')
    upload.send('x'.repeat(500))
    const answer = await upload.answer
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    const { code, message } = JSON.parse(answer.slice(answer.indexOf('{'))) as ErrorBody
    expect([code, message]).toEqual(['too_slow', 'The upload took too long. Try again.'])
    await expectNothing()
  })

  it('is cut off when no byte arrives at all', async () => {
    await start({ stall: 100 })
    expect(await begin('content-length: 1000').answer).toMatch(/^HTTP\/1\.1 408 /)
    await expectNothing()
  })

  it('is accepted while a KiB arrives regularly, even with the JSON type', async () => {
    await start({ stall: 1500 })
    const upload = begin('content-length: 4096', 'content-type: application/json', 'connection: close')
    for (const letter of '{"x"') {
      upload.send(letter.repeat(1024))
      await delay(500)
    }
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 201 /)
    expect((await client.get(attachmentPath(task.id, 'a.bin'))).body).toMatch(/^\{+"+x+"+$/)
  })

  it('is cut off when it arrives byte by byte', async () => {
    await start({ stall: 300 })
    const upload = begin('content-length: 5000')
    const drip = setInterval(() => upload.send('x'), 20)
    const answer = await upload.answer
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    await expectNothing()
  })

  it('that never ends is cut off at the limit, and its connection is closed', async () => {
    await start({ uploadBytesMax: 1000 })
    const upload = begin('transfer-encoding: chunked')
    const drip = setInterval(() => upload.send(piece('x'.repeat(100))), 5)
    const answer = await upload.answer
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    await expectNothing()
  })
})

describe('an upload during another change', () => {
  it('leaves nothing behind when its task is deleted', async () => {
    await start()
    const upload = begin('content-length: 10', 'connection: close')
    upload.send('12345')
    await untilBegun()
    await client.delete(`/api/tasks/${task.id}`)
    upload.send('67890')
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(await storedNames(test)).toEqual([])
  })

  it('does not overwrite the other change to the task', async () => {
    await start()
    const upload = begin('content-length: 10', 'connection: close')
    upload.send('12345')
    await untilBegun()
    await client.patch(`/api/tasks/${task.id}`, { title: 'Changed', attachments: ['a name'] })
    upload.send('67890')
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(await readTask(client, task.id)).toMatchObject({
      title: 'Changed',
      attachments: ['a name', 'a.bin'],
      version: 3,
    })
  })
})

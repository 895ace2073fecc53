import { setTimeout as delay } from 'node:timers/promises'

import { type MockInstance, afterEach, describe, expect, it, vi } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Task } from '#domain/task.ts'
import type { Patience } from '#server/app.ts'
import { attachmentPath, beginUpload, readAttachments, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

const MB = 2 ** 20
const PATIENCE: Patience = { headers: 10_000, body: 200, stall: 10_000, request: 600_000, interval: 2000 }

// Megabytes take their time where many tests run at once.
let test: TestApp
let client: Client
let task: Task
let received: MockInstance
async function start({
  uploadBytesMax = MB,
  ...patience
}: Partial<Patience> & { uploadBytesMax?: number } = {}): Promise<void> {
  test = await buildTestApp({ patience: { ...PATIENCE, ...patience }, config: { uploadBytesMax } })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  received = vi.spyOn(test.files, 'receive')
  client = await signUp(test)
  task = await makeTask(client)
}
afterEach(() => test.close())

/** Waits until the server takes an upload. In a bucket a small one does not show before it is whole. */
async function untilBegun(): Promise<void> {
  await until(async () => {
    expect(received).toHaveBeenCalled()
    if (!test.config.bucket) expect(await storedNames(test)).toHaveLength(1)
  })
}

const begin = (...headers: string[]) =>
  beginUpload(test, client, [`PUT ${attachmentPath(task.id, 'a.bin')} HTTP/1.1`, ...headers])
const put = (bytes: Uint8Array) => client.put(attachmentPath(task.id, 'a.bin'), bytes)
/** Bytes as a piece of a body whose length was not told. */
const piece = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`

async function expectNothing(): Promise<void> {
  await until(async () => expect(await storedNames(test)).toEqual([]))
  expect(await readAttachments(client, task.id)).toEqual([])
  expect(await readTask(client, task.id)).toEqual(task)
}

describe('an upload of exactly the limit', () => {
  it('is taken', async () => {
    await start()
    expect((await put(Buffer.alloc(MB))).json()).toMatchObject({ size: MB })
    expect(await storedNames(test)).toHaveLength(1)
  })

  it('is taken when its length was not told', async () => {
    await start({ uploadBytesMax: 10 })
    const upload = begin('transfer-encoding: chunked', 'connection: close')
    upload.send(`${piece('12345')}${piece('67890')}0\r\n\r\n`)
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 201 [^]*"size":10/)
  })
})

describe('an upload of one byte more', () => {
  it('is refused, and leaves nothing', async () => {
    await start()
    const response = await put(Buffer.alloc(MB + 1))
    expect(response.statusCode).toBe(413)
    expect(response.json()).toEqual({ code: 'too_large', message: 'The file is too large: at most 1 MB.' })
    await expectNothing()
  })

  it('is refused before it was sent when its length was told', async () => {
    await start()
    const upload = begin(`content-length: ${MB + 1}`)
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 413 /)
    await expectNothing()
  })

  it('is refused while it is sent when its length was not told', async () => {
    await start({ uploadBytesMax: 10 })
    const upload = begin('transfer-encoding: chunked')
    upload.send(piece('1234567890'))
    await untilBegun()
    upload.send(piece('!'))
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"too_large"/)
    await expectNothing()
  })
})

it('a refusal is read by a client that sends everything first, and its connection goes on', async () => {
  await start({ uploadBytesMax: 10, body: 10_000 })
  const upload = begin('transfer-encoding: chunked')
  for (let i = 0; i < 160; i++) upload.send(piece('x'.repeat(100_000)))
  const head = `GET ${attachmentPath(task.id)} HTTP/1.1\r\nhost: x\r\ncookie: ${client.cookie()}`
  upload.send(`0\r\n\r\n${head}\r\nconnection: close\r\n\r\n`)
  expect((await upload.answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  await expectNothing()
})

describe('an upload that breaks off half-way', () => {
  it.each([
    ['told', ['content-length: 1000'], 'x'.repeat(500)],
    ['not told', ['transfer-encoding: chunked'], piece('x'.repeat(500))],
  ])('leaves nothing, its length being %s', async (_, headers, bytes) => {
    await start()
    const upload = begin(...headers)
    upload.send(bytes)
    await untilBegun()
    upload.breakOff()
    await expectNothing()
    expect(test.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  it('does not show before it is whole', async () => {
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

describe('an upload that takes its time', () => {
  it('is cut off when no byte comes any more', async () => {
    await start({ stall: 100 })
    const upload = begin('content-length: 1000')
    upload.send('x'.repeat(500))
    const answer = await upload.answer
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    const { code, message } = JSON.parse(answer.slice(answer.indexOf('{'))) as ErrorBody
    expect([code, message]).toEqual(['too_slow', 'The upload took too long to arrive.'])
    await expectNothing()
  })

  it('is cut off when no byte comes at all', async () => {
    await start({ stall: 100 })
    expect(await begin('content-length: 1000').answer).toMatch(/^HTTP\/1\.1 408 /)
    await expectNothing()
  })

  it('is taken for as long as a KiB comes now and then, also under the type of JSON', async () => {
    await start({ stall: 1500 })
    const upload = begin('content-length: 4096', 'content-type: application/json', 'connection: close')
    for (const letter of '{"x"') {
      upload.send(letter.repeat(1024))
      await delay(500)
    }
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 201 /)
    expect((await client.get(attachmentPath(task.id, 'a.bin'))).body).toMatch(/^\{+"+x+"+$/)
  })

  it('is cut off when it comes byte by byte', async () => {
    await start({ stall: 300 })
    const upload = begin('content-length: 5000')
    const drip = setInterval(() => upload.send('x'), 20)
    const answer = await upload.answer
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    await expectNothing()
  })

  it('that never ends is cut off at the limit, and its connection with it', async () => {
    await start({ uploadBytesMax: 1000 })
    const upload = begin('transfer-encoding: chunked')
    const drip = setInterval(() => upload.send(piece('x'.repeat(100))), 5)
    const answer = await upload.answer
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    await expectNothing()
  })
})

describe('an upload meanwhile', () => {
  it('finds its task deleted: it leaves nothing', async () => {
    await start()
    const upload = begin('content-length: 10', 'connection: close')
    upload.send('12345')
    await untilBegun()
    await client.delete(`/api/tasks/${task.id}`)
    upload.send('67890')
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(await storedNames(test)).toEqual([])
  })

  it('keeps what was changed of the task', async () => {
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

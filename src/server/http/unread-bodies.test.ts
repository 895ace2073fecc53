import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { attachmentPath } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

const MB = 2 ** 20
const TRIES = 6

let app: TestApp
let client: Client
let port: number
beforeEach(async () => {
  app = await buildTestApp({ config: { uploadBytesMax: MB } })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as { port: number }).port
  client = await signUp(app)
})
afterEach(() => app.close())

const headers = () => ({ cookie: client.cookie(), 'content-type': 'application/json' })
const url = (path: string) => `http://127.0.0.1:${port}${path}`
/** A body of 1 MB pieces without a declared length. */
const chunked = (megabytes: number) =>
  new ReadableStream<Uint8Array>({
    pull: (stream) => {
      if (megabytes-- > 0) stream.enqueue(new Uint8Array(MB).fill(32))
      else stream.close()
    },
  })

/** Sends the whole request, waits, and only then reads the response. */
async function sendThenRead(head: string, megabytes: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (piece) => (answer += String(piece))).pause()
  socket.write(head)
  const piece = Buffer.alloc(MB, ' ')
  for (let sent = 0; sent < megabytes; sent++) {
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
  }
  await delay(50)
  socket.resume()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([closed, delay(200)])
  socket.destroy()
  return answer
}

describe('the response to an unread body', () => {
  test('is received by fetch when the declared length is over the limit', async () => {
    for (let i = 0; i < TRIES; i++) {
      const body = ' '.repeat(4 * MB)
      const response = await fetch(url('/api/tasks'), { method: 'POST', headers: headers(), body })
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ code: 'too_large' })
    }
  })

  test('is received by fetch when the length is not declared', async () => {
    for (let i = 0; i < TRIES; i++) {
      const init = { method: 'POST', headers: headers(), body: chunked(4), duplex: 'half' } as const
      const response = await fetch(url('/api/tasks'), init)
      expect(response.status).toBe(413)
    }
  })

  test.each([
    ['a JSON body over the limit', () => client.cookie(), 'application/json', 413],
    ['a body of another type', () => client.cookie(), 'text/plain', 415],
    ['a body of a visitor', () => 'sid=none', 'application/json', 401],
  ])('is received by a client that sends everything first: %s', async (_, cookie, type, status) => {
    const head = ['POST /api/tasks HTTP/1.1', 'host: x', `cookie: ${cookie()}`, `content-type: ${type}`]
    for (let i = 0; i < TRIES; i++) {
      const announced = `${head.join('\r\n')}\r\ncontent-length: ${8 * MB}\r\n\r\n`
      expect(await sendThenRead(announced, 8)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  })

  test('is received when an upload over the limit is sent first', async () => {
    const { id } = await makeTask(client)
    const head = [`PUT ${attachmentPath(id, 'a.bin')} HTTP/1.1`, 'host: x', `cookie: ${client.cookie()}`]
    for (let i = 0; i < TRIES; i++) {
      const announced = `${head.join('\r\n')}\r\ncontent-length: ${8 * MB}\r\n\r\n`
      expect(await sendThenRead(announced, 8)).toMatch(/^HTTP\/1\.1 413 /)
    }
  })

  test('is followed by the end of the connection after 32 MB', async () => {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined).resume()
    const head = `POST /api/tasks HTTP/1.1\r\nhost: x\r\ncookie: ${client.cookie()}\r\ncontent-type: application/json`
    socket.write(`${head}\r\ncontent-length: ${1000 * MB}\r\n\r\n`)
    let sent = 0
    const piece = Buffer.alloc(MB, ' ')
    while (!socket.destroyed && sent < 1000) {
      sent++
      await Promise.race([new Promise((resolve) => socket.write(piece, resolve)), closed])
    }
    await closed
    expect(sent).toBeGreaterThanOrEqual(32)
    expect(sent).toBeLessThan(100)
  })

  test('keeps a connection open for the next request when the whole body has arrived', async () => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (piece) => (answer += String(piece)))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const head = `POST /api/tasks HTTP/1.1\r\nhost: x\r\ncookie: ${client.cookie()}\r\ncontent-type: application/json`
    socket.write(`${head}\r\ncontent-length: ${2 * MB}\r\n\r\n${' '.repeat(2 * MB)}`)
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await closed
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })
})

describe('input that is not a valid request', () => {
  test.each([
    ['a head that is too large', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}`, 431],
    ['no HTTP at all', 'hello?\r\n\r\n', 400],
  ])('gets a response before the connection closes, even if more follows: %s', async (_, sent, status) => {
    for (let i = 0; i < TRIES; i++) {
      expect(await sendThenRead(sent, 4)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  })
})

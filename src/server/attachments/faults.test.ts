import { mkdirSync, readFileSync, readdirSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attachmentPath } from '#tests/support/attachments.ts'
import {
  type ServerFolder,
  type ServerProcess,
  call,
  makeServerFolder,
  register,
} from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'
import { mountSmallDisk, unmount } from '#tests/support/small-disk.ts'

const MB = 2 ** 20

let folder: ServerFolder
beforeEach(() => {
  folder = makeServerFolder()
  mkdirSync(folder.dataDir)
})
afterEach(async () => {
  unmount(folder.dataDir)
  await folder.remove()
})

async function makeTask(server: ServerProcess, cookie: string): Promise<Task> {
  return (await call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)).json() as Promise<Task>
}

function put(
  server: ServerProcess,
  cookie: string,
  path: string,
  bytes: Buffer<ArrayBuffer>,
): Promise<Response> {
  return fetch(server.url + path, { method: 'PUT', headers: { cookie }, body: bytes })
}

const stored = () => readdirSync(join(folder.dataDir, 'files'))

describe('a server with a full disk', () => {
  it('rejects uploads, leaves no part of them on the disk, and accepts uploads again once there is space', async (context) => {
    if (!mountSmallDisk(folder.dataDir, 20)) context.skip('a disk can be mounted by root alone, on Linux')
    const server = await folder.run()
    const cookie = await register(server)
    const { id } = await makeTask(server, cookie)
    const upload = (name: string, size: number) =>
      put(server, cookie, attachmentPath(id, name), Buffer.alloc(size, name))
    const read = (path: string) => call(server, 'GET', path, undefined, cookie)

    expect((await upload('a', 5 * MB)).status).toBe(201)
    const refused = await upload('b', 9 * MB)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toEqual({
      code: 'disk_full',
      message: 'The server’s disk is full. Nothing was changed. Try again after space has been freed.',
    })
    expect(stored()).toHaveLength(1)
    expect(await (await read(`/api/tasks/${id}`)).json()).toMatchObject({
      attachments: ['a'],
      version: 2,
    })
    const bytes = Buffer.from(await (await read(attachmentPath(id, 'a'))).arrayBuffer())
    expect(bytes.equals(Buffer.alloc(5 * MB, 'a'))).toBe(true)
    const credentials = { email: 'ada@example.com', password: 'a quiet green harbour' }
    expect((await call(server, 'POST', '/api/login', credentials)).status).toBe(200)
    expect((await call(server, 'POST', '/api/tasks', { title: 'y' }, cookie)).status).toBe(201)

    await call(server, 'DELETE', attachmentPath(id, 'a'), undefined, cookie)
    expect((await upload('b', 9 * MB)).status).toBe(201)
  })
})

describe('a killed server', () => {
  it('keeps finished uploads and removes the unfinished file after a day', async () => {
    const first = await folder.run()
    const cookie = await register(first)
    const { id } = await makeTask(first, cookie)
    const bytes = Buffer.alloc(MB, 'kept')
    expect((await put(first, cookie, attachmentPath(id, 'kept'), bytes)).status).toBe(201)
    const { hostname, port } = new URL(first.url)
    const half = connect(Number(port), hostname)
    half.on('error', () => undefined)
    const head = `PUT ${attachmentPath(id, 'half')} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}`
    half.write(`${head}\r\ncontent-length: 1000\r\n\r\n${'x'.repeat(500)}`)
    await until(() => expect(stored()).toHaveLength(2))
    first.child.kill('SIGKILL')
    await first.ended

    const part = stored().find((name) => name.endsWith('.part')) ?? ''
    const old = Date.now() / 1000 - 25 * 3600
    utimesSync(join(folder.dataDir, 'files', part), old, old)
    const second = await folder.run({ env: { LOG_LEVEL: 'info' } })
    const told = '"unfinished":1,"moved":0,"back":0,"removed":0,"msg":"swept orphaned files"'
    await until(() => expect(second.out()).toContain(told))
    expect(stored()).toHaveLength(1)
    const task = await call(second, 'GET', `/api/tasks/${id}`, undefined, cookie)
    expect(await task.json()).toMatchObject({ attachments: ['kept'], version: 2 })
    const answer = await call(second, 'GET', attachmentPath(id, 'kept'), undefined, cookie)
    expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
    expect((await put(second, cookie, attachmentPath(id, 'half'), bytes)).status).toBe(201)
  })
})

describe('a large upload', () => {
  it.skipIf(process.platform !== 'linux')('is never held in memory completely', async () => {
    const server = await folder.run({ env: { MAX_UPLOAD_MB: '160' } })
    const cookie = await register(server)
    const { id } = await makeTask(server, cookie)
    const path = attachmentPath(id, 'large')
    await put(server, cookie, attachmentPath(id, 'small'), Buffer.alloc(MB))
    const before = peakMemory(server)
    expect((await put(server, cookie, path, Buffer.alloc(160 * MB))).status).toBe(201)
    const answer = await call(server, 'GET', path, undefined, cookie)
    expect((await answer.arrayBuffer()).byteLength).toBe(160 * MB)
    expect(peakMemory(server) - before).toBeLessThan(100 * MB)
  })
})

/** Returns the peak memory of a process, in bytes. */
function peakMemory({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

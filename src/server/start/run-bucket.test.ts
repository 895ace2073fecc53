import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attachmentPath } from '#tests/support/attachments.ts'
import { copyBinaries } from '#tests/support/postgres/binaries.ts'
import { startCluster } from '#tests/support/postgres/cluster.ts'
import { emptyBucket, namesInBucket, requireFreshBucket } from '#tests/support/s3/bucket.ts'
import {
  type ServerFolder,
  type ServerProcess,
  call,
  freePort,
  makeServerFolder,
  register,
  stopServer,
} from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'

import { findPostgres } from '../../../scripts/postgres.mjs'
import type { BucketSettings } from '../files/bucket/settings.ts'

const MB = 2 ** 20
const POSTGRES = findPostgres(join(import.meta.dirname, '../../..'))

let folder: ServerFolder
let bucket: BucketSettings
beforeEach(() => {
  folder = makeServerFolder()
  bucket = requireFreshBucket()
})
afterEach(async () => {
  await folder.remove()
  await emptyBucket(bucket)
})

/** Returns the settings for the bucket, with some of them changed. */
function settingsOf(other: Partial<BucketSettings> = {}): Record<string, string> {
  const { name, prefix, endpoint, region, accessKeyId, secretAccessKey } = { ...bucket, ...other }
  return {
    ATTACHMENTS_URL: `s3://${name}/${prefix}?endpoint=${endpoint}&region=${region}`,
    ATTACHMENTS_ACCESS_KEY_ID: accessKeyId,
    ATTACHMENTS_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

async function makeTask(server: ServerProcess, cookie: string): Promise<number> {
  return ((await (await call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)).json()) as Task).id
}

async function put(server: ServerProcess, cookie: string, path: string, bytes: Buffer<ArrayBuffer>) {
  return (await fetch(server.url + path, { method: 'PUT', headers: { cookie }, body: bytes })).status
}

async function read(server: ServerProcess, cookie: string, path: string): Promise<Buffer> {
  return Buffer.from(await (await call(server, 'GET', path, undefined, cookie)).arrayBuffer())
}

const store = () => `The attachment store at ${bucket.endpoint}`

async function refusalOf(other: Partial<BucketSettings>): Promise<string> {
  const server = await folder.start({ env: { ...settingsOf(other), LOG_LEVEL: 'trace' } })
  expect(await server.ended).toBe(1)
  expect(server.out()).toBe('')
  expect(existsSync(folder.dataDir)).toBe(false)
  expect(server.err()).not.toContain(bucket.secretAccessKey)
  return server.err()
}

describe('a server does not start, gives the reason in one line, and changes nothing', () => {
  test('when the bucket is missing', async () => {
    expect(await refusalOf({ name: 'another' })).toBe(
      `${store()} has no bucket another. Create it, or correct ATTACHMENTS_URL.\n`,
    )
  })

  test.each([
    ['secret', { secretAccessKey: 'kV3nQ8sZ1xT6bL0pR5yH2mW9cJ4gF7dX' }],
    ['id', { accessKeyId: 'test:nobody' }],
  ])('when the access key has a wrong %s', async (_, other) => {
    expect(await refusalOf(other)).toMatch(
      /^The attachment store at http:\/\/127\.0\.0\.1:\d+ rejects the key \(it returned 403 \w+\)\. Correct ATTACHMENTS_ACCESS_KEY_ID and ATTACHMENTS_SECRET_ACCESS_KEY, or allow the key to list, read, write and delete in the bucket files\.\n$/,
    )
  })

  test('when the store cannot be reached', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    expect(await refusalOf({ endpoint })).toBe(
      `The attachment store at ${endpoint} can't be reached (connect ECONNREFUSED ${endpoint.slice(7)}). Start it, or correct ATTACHMENTS_URL.\n`,
    )
  })
})

describe('a server with a bucket', () => {
  test('that is killed during an upload keeps confirmed files and no part of the unfinished file', async () => {
    const env = settingsOf()
    const first = await folder.run({ env })
    const cookie = await register(first)
    const id = await makeTask(first, cookie)
    const kept = Buffer.alloc(MB, 'kept')
    expect(await put(first, cookie, attachmentPath(id, 'kept'), kept)).toBe(201)
    const { hostname, port } = new URL(first.url)
    const half = connect(Number(port), hostname)
    half.on('error', () => undefined)
    const head = `PUT ${attachmentPath(id, 'half')} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}`
    half.write(`${head}\r\ncontent-length: ${20 * MB}\r\n\r\n`)
    half.write(Buffer.alloc(10 * MB))
    await until(async () => expect(await namesInBucket(bucket)).toHaveLength(2))
    first.child.kill('SIGKILL')
    await first.ended

    const second = await folder.run({ env })
    // Unfinished uploads are aborted after a day and appear in no list of objects.
    expect((await namesInBucket(bucket)).filter((name) => !name.endsWith('.part'))).toHaveLength(1)
    expect((await call(second, 'GET', attachmentPath(id, 'half'), undefined, cookie)).status).toBe(404)
    expect((await read(second, cookie, attachmentPath(id, 'kept'))).equals(kept)).toBe(true)
    expect(readdirSync(folder.dataDir)).not.toContain('files')
    expect(await stopServer(second)).toBe(0)
    expect(second.err()).toBe('')
  })

  test.skipIf(process.platform !== 'linux')(
    'never holds an entire large file in memory',
    async () => {
      const server = await folder.run({ env: { ...settingsOf(), MAX_UPLOAD_MB: '240' } })
      const cookie = await register(server)
      const id = await makeTask(server, cookie)
      await put(server, cookie, attachmentPath(id, 'small'), Buffer.alloc(MB))
      const before = peakMemory(server)
      expect(await put(server, cookie, attachmentPath(id, 'large'), Buffer.alloc(240 * MB))).toBe(201)
      expect((await read(server, cookie, attachmentPath(id, 'large'))).byteLength).toBe(240 * MB)
      // More than 100 MB of unused buffers remain for a while, regardless of the file's size.
      expect(peakMemory(server) - before).toBeLessThan(180 * MB)
    },
    180_000,
  )

  test.skipIf(process.platform !== 'linux')(
    'holds one part of each of 16 parallel uploads in memory',
    async () => {
      const server = await folder.run({ env: settingsOf() })
      const cookie = await register(server)
      const id = await makeTask(server, cookie)
      const before = peakMemory(server)
      const uploads = Array.from({ length: 16 }, (_, i) =>
        put(server, cookie, attachmentPath(id, `${i}`), Buffer.alloc(17 * MB)),
      )
      expect(new Set(await Promise.all(uploads))).toEqual(new Set([201]))
      // 16 parts of 8 MB, and buffers of the connections.
      expect(peakMemory(server) - before).toBeLessThan(260 * MB)
    },
  )
})

describe.runIf(POSTGRES !== null)('two servers on one database and one bucket', () => {
  test('share the files although each has its own data folder, and neither removes the other’s incoming files', async () => {
    const binaries = mkdtempSync(join(tmpdir(), 'tenfold-postgres-binaries-'))
    copyBinaries(POSTGRES ?? '', binaries)
    const cluster = await startCluster(binaries, { ownsBinaries: true })
    try {
      const env = {
        ...settingsOf(),
        DATABASE_URL: cluster.url('postgres'),
        SESSION_SECRET: 'kV3nQ8sZ1xT6bL0pR5yH2mW9cJ4gF7dA',
      }
      const one = await folder.run({ env })
      const cookie = await register(one)
      const id = await makeTask(one, cookie)
      const { hostname, port } = new URL(one.url)
      const slow = connect(Number(port), hostname)
      let answer = ''
      slow.on('data', (bytes) => (answer += String(bytes)))
      const head = `PUT ${attachmentPath(id, 'slow')} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: ${cookie}`
      slow.write(`${head}\r\ncontent-length: ${20 * MB}\r\n\r\n`)
      slow.write(Buffer.alloc(10 * MB, 'a'))
      await until(async () => expect(await namesInBucket(bucket)).toHaveLength(1))

      const two = await folder.run({ env, dataDir: join(folder.path, 'data-two') })
      expect(await namesInBucket(bucket)).toHaveLength(1)
      slow.write(Buffer.alloc(10 * MB, 'a'))
      await until(() => expect(answer).toMatch(/^HTTP\/1\.1 201 /))
      const bytes = await read(two, cookie, attachmentPath(id, 'slow'))
      expect(bytes.equals(Buffer.alloc(20 * MB, 'a'))).toBe(true)

      const uploads = [one, two].map((server) =>
        put(server, cookie, attachmentPath(id, 'same'), Buffer.alloc(9 * MB, 'b')),
      )
      expect(await Promise.all(uploads)).toEqual([201, 201])
      const task = await call(two, 'GET', `/api/tasks/${id}`, undefined, cookie)
      expect(await task.json()).toMatchObject({ attachments: ['slow', 'same', 'same (2)'] })
      expect(await namesInBucket(bucket)).toHaveLength(3)
    } finally {
      await folder.stop()
      await cluster.discard()
    }
  })
})

/** Returns the peak memory of a process, in bytes. */
function peakMemory({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

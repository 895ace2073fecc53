import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { attach, attachmentPath } from '#tests/support/attachments.ts'
import {
  type Client,
  TEST_NOW,
  type TestApp,
  buildTestApp,
  restartUpon,
  signUp,
} from '#tests/support/build-app.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'

const MB = 2 ** 20
const BLOB = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
const OTHER_BLOB = '0a56f1d3-87cc-4f53-8a4e-2c91be70d6f5'

let test: TestApp
let client: Client
let folder: string
beforeEach(async () => {
  test = await buildTestApp({ config: { uploadBytesMax: 64 * MB } })
  client = await signUp(test)
  folder = join(test.config.dataDir, 'files')
})
afterEach(() => test.close())

const names = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'orphaned') : [])

function leave(...names: string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), 'left over')
}

/** Restarts the server two days later. */
async function restartLater(): Promise<string> {
  test.clock.set(new Date(Date.now() + 48 * 3_600_000).toISOString())
  return restartUpon(test)
}

describe('a server that starts on a folder', () => {
  it('leaves other files alone', async () => {
    leave('.DS_Store', 'notes.txt', `${BLOB}.bak`, 'mine.part')
    mkdirSync(join(folder, 'folder'))
    expect(await restartLater()).not.toContain('orphaned')
    expect(names()).toHaveLength(5)
  })

  it('distinguishes thousands of used blobs from unused ones', async () => {
    const task = await makeTask(client)
    const used = Array.from({ length: 1100 }, (_, i) => BLOB.slice(0, -4) + String(i).padStart(4, '0'))
    const row = { user_id: task.userId, task_id: task.id, size: 9, type: 'text/plain', created_at: TEST_NOW }
    await test.db.transaction().execute(async (db) => {
      for (const blob of used) {
        await db
          .insertInto('attachments')
          .values({ ...row, blob, name: blob })
          .execute()
      }
    })
    leave(...used, OTHER_BLOB)
    expect(await restartLater()).toContain('"unfinished":0,"moved":1')
    expect(names().toSorted()).toEqual(used)
  })

  it('keeps running even if the sweep fails', async () => {
    writeFileSync(folder, 'in the way')
    expect(await restartLater()).toContain('could not sweep orphaned files')
  })
})

describe('a file in a folder', () => {
  it('is readable only by its owner', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    const [blob = ''] = names()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, blob)).mode & 0o777).toBe(0o600)
  })

  it('counts as missing if it was truncated', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    writeFileSync(join(folder, names()[0] ?? ''), 'hell')
    expect((await client.get(attachmentPath(id, 'a'))).statusCode).toBe(404)
  })
})

describe('an unusable folder', () => {
  it('makes uploads return 503 until it is usable', async () => {
    const { id } = await makeTask(client)
    writeFileSync(folder, 'in the way')
    const response = await client.put(attachmentPath(id, 'a'), 'hello')
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toEqual({
      code: 'unavailable',
      message: 'The disk is unavailable. Nothing was changed. Try again in a moment.',
    })
    expect(await readTask(client, id)).toMatchObject({ attachments: [], version: 1 })
    rmSync(folder)
    await attach(client, id, 'a')
  })

  it('does not block deleting an attachment, and a later sweep moves its bytes', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    renameSync(folder, `${folder}.away`)
    writeFileSync(folder, 'in the way')
    expect((await client.delete(attachmentPath(id, 'a'))).statusCode).toBe(204)
    expect(test.log.join('')).toContain('could not sweep a file')
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
    expect(await restartLater()).toContain('"moved":1')
    expect(names()).toEqual([])
  })
})

it('an upload is written to the disk as it arrives', async () => {
  const total = 64 * MB
  const { id } = await makeTask(client)
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const onTheWay = 16 * MB
  async function* pieces() {
    for (let sent = 0; sent < total; sent += MB) {
      if (sent === total / 2) expect(bytesOnDisk()).toBeGreaterThan(sent - onTheWay)
      yield Buffer.alloc(MB, sent / MB)
    }
  }
  const { port } = test.app.server.address() as { port: number }
  const path = attachmentPath(id, 'large.bin')
  const upload = request({ port, method: 'PUT', path, headers: { cookie: client.cookie() } })
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  await pipeline(pieces, upload)
  const [answer] = await answered
  expect(answer.statusCode).toBe(201)
  expect(await json(answer)).toMatchObject({ size: total })
  const [blob] = names()
  const bytes = readFileSync(join(folder, blob ?? ''))
  expect([bytes[0], bytes[MB], bytes[total - 1]]).toEqual([0, 1, 63])
})

function bytesOnDisk(): number {
  const [part] = names()
  return part === undefined ? 0 : statSync(join(folder, part)).size
}

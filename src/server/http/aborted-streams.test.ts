import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'

import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { attach, attachmentPath, storedNames } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { listening, openEvents } from '#tests/support/event-stream.ts'
import { forFaults } from '#tests/support/figures.ts'
import { insertCategories, insertLongTasks, insertLongTitles } from '#tests/support/long-lists.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'
import { until } from '#tests/support/until.ts'

import { PAGE_BYTES_MAX } from './long-list.ts'

/** Source: faults F31. */
const ABORTS = 100
const MB = 2 ** 20
/** Reading a file takes more than one chunk, so that the file is often open when the client disconnects. */
const FILE_BYTES = 2 * MB
/** An export has more bytes than a server and a client buffer together, so that an unread export waits. */
const UNREAD_BYTES = 16 * MB
/** The maximum number of connections kept alive for later requests. With a leak, about fifty remain. */
const STORE_CONNECTIONS_MAX = 5

let test: TestApp
let ada: Client
let taskId: number
const faults: unknown[] = []
const noteFault = (fault: unknown) => void faults.push(fault)
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test)
  taskId = (await makeTask(ada)).id
  faults.length = 0
  process.prependListener('uncaughtException', noteFault)
  process.prependListener('unhandledRejection', noteFault)
})
afterEach(async () => {
  process.removeListener('uncaughtException', noteFault)
  process.removeListener('unhandledRejection', noteFault)
  await test.close()
})

/** Requests a path, reads a number of bytes of the response, and closes the connection. */
async function abortAfter(path: string, bytes: number, header = 'accept: */*'): Promise<void> {
  const { hostname, port } = new URL(await listening(test.app))
  const socket = connect(Number(port), hostname)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  const head = [`GET ${path} HTTP/1.1`, 'host: x', 'connection: close', header, `cookie: ${ada.cookie()}`]
  socket.write(`${head.join('\r\n')}\r\n\r\n`, () => {
    if (bytes === 0) socket.destroy()
  })
  let read = 0
  socket.on('data', (chunk) => {
    read += chunk.length
    if (read >= bytes) socket.destroy()
  })
  await closed
}

/** Returns the targets of this process's file descriptors. */
function openLinks(): string[] {
  return readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
}

/** Returns the stored files that this process has open. */
const openFiles = () => openLinks().filter((link) => link.startsWith(`${test.config.dataDir}/`))

/** Returns the number of connections from this process to the object store, or 0 if files are in a folder. */
function storeConnections(): number {
  const { bucket } = test.config
  if (!bucket) return 0
  const port = Number(new URL(bucket.endpoint).port)
  const own = new Set(openLinks())
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  return rows.filter((row) => {
    const [, , remote = '', state, , , , , , inode] = row.trim().split(/\s+/)
    const isEstablished = state === '01'
    return isEstablished && own.has(`socket:[${inode}]`) && parseInt(remote.split(':')[1] ?? '', 16) === port
  }).length
}

const connections = () =>
  new Promise<number>((resolve) => test.app.server.getConnections((_, count) => resolve(count)))

async function expectNothingLeft(): Promise<void> {
  await until(async () => expect(await connections()).toBe(0))
  await until(() => expect(openFiles()).toEqual([]))
  await until(() => expect(storeConnections()).toBeLessThanOrEqual(STORE_CONNECTIONS_MAX))
  expect(faults).toEqual([])
}

const attachFile = (name: string) => attach(ada, taskId, name, randomBytes(FILE_BYTES))

const MINUTES_5 = 300_000

/** 4 MB of text in each list, so that it is sent in pages even when it is compressed. */
const LONG_ENTRIES = 20
const LIST_ABORTS = forFaults(20, ABORTS)

/** Enough short entries for more than one page. */
const LONG_TITLES = 600
const CATEGORIES = 8000

const LISTS = [
  ['/api/tasks', fillWithTexts],
  ['/api/tasks?completed=false', fillWithTexts],
  ['/api/tasks?since=0', fillWithTexts],
  ['/api/tasks/completed', fillWithTexts],
  ['/api/templates', fillWithTexts],
  ['/api/tasks?fields=board', async (id: string) => insertLongTitles(test.db, id, LONG_TITLES)],
  ['/api/categories', async (id: string) => insertCategories(test.db, id, CATEGORIES)],
] as const

/** Creates long open and completed tasks and long templates for Ada, and changes each open task once. */
async function fillWithTexts(id: string): Promise<void> {
  await insertLongTasks(test.db, id, LONG_ENTRIES, true)
  for (const task of await insertLongTasks(test.db, id, LONG_ENTRIES))
    await ada.patch(`/api/tasks/${task}`, { progress: 1 })
  const description = 'ü'.repeat(50_000)
  for (let made = 0; made < 2 * LONG_ENTRIES; made++) await makeTemplate(ada, { description })
}

describe.skipIf(process.platform !== 'linux')('a response that the client aborts at a random byte', () => {
  it(
    'F31: a download closes its file, 100 times',
    async () => {
      await attachFile('large.bin')
      for (let turn = 0; turn < ABORTS; turn++) {
        await abortAfter(attachmentPath(taskId, 'large.bin'), randomInt(FILE_BYTES))
      }
      await expectNothingLeft()
      expect((await ada.get(attachmentPath(taskId, 'large.bin'))).rawPayload).toHaveLength(FILE_BYTES)
    },
    MINUTES_5,
  )

  it(
    'F31: an export closes the file that it reads, 100 times',
    async () => {
      await attachFile('first.bin')
      await attachFile('second.bin')
      for (let turn = 0; turn < ABORTS; turn++)
        await abortAfter('/api/auth/export', randomInt(2 * FILE_BYTES))
      await expectNothingLeft()
      expect((await ada.get('/api/auth/export')).rawPayload.length).toBeGreaterThan(2 * FILE_BYTES)
    },
    MINUTES_5,
  )

  it.for(LISTS)(
    `F31: %s ends and makes room for the next list, ${LIST_ABORTS} times plain and ${LIST_ABORTS} times compressed`,
    { timeout: MINUTES_5 },
    async ([path, fill], { skip }) => {
      // Lists read no files, so one kind of storage is enough.
      skip(test.config.bucket !== null)
      await fill((await ada.get('/api/auth/user')).json<{ id: string }>().id)
      for (const encoding of ['identity', 'br']) {
        const accept = `accept-encoding: ${encoding}`
        const whole = await ada.get(path, { 'accept-encoding': encoding })
        const { length } = whole.rawPayload
        expect(whole.statusCode).toBe(200)
        if (encoding === 'identity') expect(length).toBeGreaterThan(PAGE_BYTES_MAX)
        for (let turn = 0; turn < LIST_ABORTS; turn++) await abortAfter(path, randomInt(length), accept)
        await expectNothingLeft()
        // Each user may read four long lists at once, so a list that never ends would use up one of the four.
        const four = await Promise.all([1, 2, 3, 4].map(() => ada.get(path, { 'accept-encoding': encoding })))
        expect(four.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
        expect(four[3]?.rawPayload).toEqual(whole.rawPayload)
      }
    },
  )

  it(
    'F31: an event stream is removed, 100 times, and others still receive events',
    async () => {
      for (let made = 0; made < 50; made++) await makeTask(ada)
      for (let turn = 0; turn < ABORTS; turn++) await abortAfter('/api/events?since=0', randomInt(3000))
      await expectNothingLeft()
      const reader = await openEvents(test.app, ada)
      const { id } = await makeTask(ada)
      expect((await reader.next()).change.id).toBe(id)
      reader.close()
    },
    MINUTES_5,
  )
})

describe('an export', () => {
  it('lists a file without a path if the file disappears before it is exported', async () => {
    await attach(ada, taskId, 'first.bin', randomBytes(UNREAD_BYTES))
    const inTransfer = await storedNames(test)
    await attachFile('second.bin')
    const url = `${await listening(test.app)}/api/auth/export`
    const response = await fetch(url, { headers: { cookie: ada.cookie() } })
    for (const name of await storedNames(test)) if (!inTransfer.includes(name)) await test.files.remove(name)
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const { files } = JSON.parse(strFromU8(entries['tenfold.json'] ?? new Uint8Array())) as {
      files: { name: string; path: string | null }[]
    }
    expect(files.map(({ name, path }) => [name, path !== null])).toEqual([
      ['first.bin', true],
      ['second.bin', false],
    ])
    expect(faults).toEqual([])
  })
})

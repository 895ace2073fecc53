import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { connectWithInterruption } from '#tests/support/after-read.ts'
import { type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { type EventReader, readEvents } from '#tests/support/event-stream.ts'

import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordChanges } from './store.ts'
import { type Streams, openStreams } from './streams.ts'

let test: TestApp
let userId: string
let streams: Streams
let db: Database
let server: Server
let reader: EventReader | null = null
beforeEach(async () => {
  test = await buildTestApp()
  userId = (await (await signUp(test)).get('/api/auth/user')).json<{ id: string }>().id
  await change('Before')
  db = await connectWithInterruption(test, { column: 'last', run: () => change('Between') })
  streams = openStreams(db, (fault) => {
    throw fault
  })
  server = createServer((request, response) => {
    const since = new URL(request.url ?? '/', 'http://x').searchParams.get('since')
    const stream = { userId, sid: 'a session', response }
    void streams.open(stream, since === null ? null : Number(since), () => response.writeHead(200))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  reader?.close()
  server.close()
  await db.destroy()
  await test.close()
})

/** Commits a change and wakes its readers, like a request does. */
async function change(id: string): Promise<void> {
  await inTransaction(test.db, userId, (db) => recordChanges(db, userId, [{ kind: 'category', id }]))
  streams?.wake(userId)
}

async function open(query = ''): Promise<EventReader> {
  const { port } = server.address() as AddressInfo
  reader = await readEvents(`http://127.0.0.1:${port}/${query}`, '')
  return reader
}

describe('a stream that opens while a change is committed after its first read', () => {
  it('receives the change', async () => {
    const reader = await open()
    expect(await reader.began).toBe(1)
    expect(await reader.next()).toMatchObject({ number: 2, change: { id: 'Between' } })
  })

  it('receives what it missed, then the change, each once', async () => {
    const reader = await open('?since=0')
    await change('After')
    const ids = (await reader.take(3)).map(({ change }) => change.id)
    expect(ids).toEqual(['Before', 'Between', 'After'])
    expect(reader.waiting).toEqual([])
  })
})

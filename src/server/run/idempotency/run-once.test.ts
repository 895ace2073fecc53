import { afterAll, describe, expect, it, test, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { bodyFor, everythingOf, makeThings, requestFor, valuesFor } from '#tests/support/api-cases.ts'
import { ask } from '#tests/support/api-walk.ts'
import { type TestApp, TEST_NOW, buildTestApp, restartUpon, signUp } from '#tests/support/build-app.ts'
import { DOMAIN_COMMANDS } from '#tests/support/domain-commands.ts'
import { until } from '#tests/support/until.ts'

import { documentOf } from '../../http/openapi/document.ts'
import { type Operation, operationsOf } from '../../http/openapi/operations.ts'
import { deleteExpiredKeys } from './store.ts'

const KEY = { 'idempotency-key': 'a key' }
const { trash: _, ...keyedCommands } = DOMAIN_COMMANDS
const KEYED_TAGS = new Set(['Settings', 'Tasks', 'Attachments', 'Categories', 'Templates'])

vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const server: TestApp = await buildTestApp()
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})

const writes = operationsOf(documentOf(server.app))
  .filter(({ method, call }) => method !== 'GET' && KEYED_TAGS.has(call.tags?.[0] ?? ''))
  .map((one) => [`${one.method} ${one.path}`, one] as const)
const withBody = writes.filter(([, { call }]) => call.requestBody)

const headersOf = ({ method, path }: Operation) => ({
  ...KEY,
  'content-type': path.includes('attachments') && method === 'PUT' ? 'text/plain' : 'application/json',
})

/** Another valid body for the same route. */
function otherBody(body: unknown): unknown {
  if (typeof body === 'string') return 'other bytes'
  if (Array.isArray(body)) return [...(body as object[]), { title: 'Another' }]
  const { tasks } = body as { tasks?: { id?: number }[] }
  if (tasks)
    return {
      tasks: tasks.map((task) =>
        task.id ? { ...task, id: task.id + 1, dueDate: '2031-05-06' } : { ...task, dueDate: '2031-05-06' },
      ),
    }
  const { positions } = body as { positions?: { id: number }[] }
  if (positions) return { positions: positions.map(({ id }) => ({ id, position: 7 })) }
  const [[field, value] = ['', null]] = Object.entries(body as object)
  if (typeof value === 'boolean') return { [field]: !value }
  return { ...(body as object), [field]: typeof value === 'number' ? value + 1 : 'Another' }
}

describe('a write under an Idempotency-Key', () => {
  it('is tested for every write of settings, tasks, attachments, categories and templates', () => {
    expect(writes).toHaveLength(Object.values(keyedCommands).flat().length)
  })

  it.each(writes)('%s runs once and is replayed with the same response', async (_, operation) => {
    const client = await signUp(server)
    const things = await makeThings(client)
    const request = { ...requestFor(operation, things), headers: headersOf(operation) }
    const first = await ask(server.app, client, operation, request)
    expect(first.statusCode).toBeLessThan(300)
    const version = (await everythingOf(client, things)).length
    const again = await ask(server.app, client, operation, request)
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(again.headers.etag).toBe(first.headers.etag)
    expect((await everythingOf(client, things)).length).toBe(version)
  })

  it.each(withBody)('%s with a different body returns 422 and changes nothing', async (_, operation) => {
    const client = await signUp(server)
    const things = await makeThings(client)
    const values = valuesFor(operation, things)
    const body = bodyFor(operation, things)
    const headers = headersOf(operation)
    const first = await ask(server.app, client, operation, { values, headers, body })
    expect(first.statusCode).toBeLessThan(300)
    const before = await everythingOf(client, things)
    const other = await ask(server.app, client, operation, {
      values,
      headers,
      body: otherBody(body),
    })
    expect(other.statusCode).toBe(422)
    expect(other.json()).toMatchObject({ code: 'key_reused' })
    expect(await everythingOf(client, things)).toBe(before)
  })
})

const keysOf = () => server.db.selectFrom('idempotency_keys').selectAll().execute()

test('a key is stored without the body or the response of its request', async () => {
  await server.db.deleteFrom('idempotency_keys').execute()
  const client = await signUp(server)
  const draft = { title: 'Secret title', notes: 'x'.repeat(10_000) }
  const { id, userId } = (await client.post('/api/tasks', draft, KEY)).json<Task>()
  expect(await keysOf()).toEqual([
    {
      user_id: userId,
      key: 'POST /api/tasks a key',
      fingerprint: expect.stringMatching(/^[\w-]{43}$/) as string,
      entity: `[${id}]`,
      version: 1,
      created_at: TEST_NOW,
    },
  ])
})

describe('the sweep of expired keys', () => {
  it('deletes keys of idle users within an hour after they expire', async () => {
    await server.db.deleteFrom('idempotency_keys').execute()
    const idle = await signUp(server)
    await idle.post('/api/tasks', { title: 'Old' }, KEY)
    server.clock.advance({ hours: 12 })
    await idle.post('/api/tasks', { title: 'New' }, { 'idempotency-key': 'another' })
    server.clock.advance({ hours: 12 })
    vi.advanceTimersByTime(3_600_000)
    await until(async () => expect(await keysOf()).toHaveLength(1))
    expect(await keysOf()).toMatchObject([{ key: 'POST /api/tasks another' }])
    server.clock.set(TEST_NOW)
  })

  it('runs at startup', async () => {
    await server.db.deleteFrom('idempotency_keys').execute()
    const idle = await signUp(server)
    await idle.post('/api/tasks', { title: 'Old' }, KEY)
    server.clock.advance({ hours: 24 })
    await restartUpon(server)
    expect(await keysOf()).toEqual([])
    server.clock.set(TEST_NOW)
  })

  it('by several servers in parallel deletes all expired keys and no newer ones', async () => {
    await server.db.deleteFrom('idempotency_keys').execute()
    const { userId } = (await (await signUp(server)).post('/api/tasks', { title: 'x' })).json<Task>()
    const row = { user_id: userId, fingerprint: null, entity: '[]', version: null }
    const first = Temporal.Instant.from('2026-11-18T10:00:00Z')
    for (let i = 0; i < 300; i++) {
      const created_at = first.add({ milliseconds: i }).toString({ fractionalSecondDigits: 3 })
      const old = { ...row, key: `old ${i}`, created_at }
      await server.db.insertInto('idempotency_keys').values(old).execute()
    }
    const recent = { ...row, key: 'new', created_at: TEST_NOW }
    await server.db.insertInto('idempotency_keys').values(recent).execute()
    const until = '2026-11-19T10:00:00.000Z'
    expect(await deleteExpiredKeys(server.db, until, 50)).toBe(true)
    expect(await keysOf()).toHaveLength(251)
    const sweep = async () => {
      while (await deleteExpiredKeys(server.db, until, 50));
    }
    await Promise.all(Array.from({ length: 8 }, sweep))
    expect((await keysOf()).map(({ key }) => key)).toEqual(['new'])
  })
})

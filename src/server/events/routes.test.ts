import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ChangedTask } from '#domain/tasks/change.ts'
import type { Task } from '#domain/tasks/task.ts'
import { attach } from '#tests/support/attachments.ts'
import {
  type Client,
  TEST_PASSWORD,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { type EventReader, openEvents } from '#tests/support/event-stream.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

import { inTransaction } from '../db/transaction.ts'
import { CHANGES_KEPT, recordChanges } from './store.ts'

let test: TestApp
let ada: Client
const readers: EventReader[] = []
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test)
})
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close()
  await test.close()
})

async function open(client = ada, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await openEvents(test.app, client, headers)
  readers.push(reader)
  return reader
}

/** Records a number of changes in one write, to categories that exist only in the change log. */
async function makeChanges(count: number): Promise<void> {
  const { id } = (await ada.get('/api/auth/user')).json<{ id: string }>()
  const changes = Array.from({ length: count }, (_, index) => ({
    kind: 'category' as const,
    id: `Garden ${index}`,
  }))
  await inTransaction(test.db, id, (db) => recordChanges(db, id, changes))
}

const openSince = (number: number, client = ada) => open(client, { 'last-event-id': String(number) })

/** How soon a stream must end after its session ends, in milliseconds. Source: security 9, 11. */
const END_MS_MAX = 5000

const endOf = ({ ended }: EventReader) =>
  Promise.race([ended.then(() => 'ended'), delay(END_MS_MAX, 'still open')])

const deleteAccount = (client: Client) =>
  test.app.inject({
    method: 'DELETE',
    url: '/api/auth/user',
    headers: { cookie: client.cookie() },
    payload: { password: TEST_PASSWORD },
  })

const signIn = async (email: string) => {
  const client = clientOf(test.app)
  expect((await client.post('/api/login', { email, password: TEST_PASSWORD })).statusCode).toBe(200)
  return client
}

const listSince = async (since: string | number) => {
  const { headers, body } = await ada.get(`/api/tasks?since=${since}`)
  const tasks = JSON.parse(body) as ChangedTask[]
  return {
    tasks,
    change: Number(headers['x-change']),
    since: headers['x-since'] && Number(headers['x-since']),
  }
}

const sorted = (ids: (number | string)[]) => ids.map(Number).toSorted((a, b) => a - b)

describe('an event stream', () => {
  it('is neither buffered by proxies nor cached', async () => {
    const { response } = await open()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('reports that a task was created, changed and deleted', async () => {
    const reader = await open()
    const { id } = await makeTask(ada)
    await ada.patch(`/api/tasks/${id}`, { title: 'Changed' })
    await ada.delete(`/api/tasks/${id}`)
    expect(await reader.take(3)).toEqual([
      { number: 1, event: 'change', change: { kind: 'task', id, version: 1 } },
      { number: 2, event: 'change', change: { kind: 'task', id, version: 2 } },
      { number: 3, event: 'change', change: { kind: 'task', id, deleted: true } },
    ])
  })

  it('reports side effects: dependents of a deleted task, tasks that moved up, the next occurrence', async () => {
    const [first, second] = [await makeTask(ada), await makeTask(ada)]
    await ada.patch(`/api/tasks/${second.id}`, { dependencies: [first.id] })
    const daily = await makeTask(ada, { isRecurring: true, recurrenceFrequency: 'Daily', priority: 3 })
    const reader = await open()
    await ada.delete(`/api/tasks/${first.id}`)
    const gone = await reader.take(2)
    expect(gone.map(({ change }) => change)).toEqual([
      { kind: 'task', id: first.id, deleted: true },
      { kind: 'task', id: second.id, version: 3 },
    ])
    await ada.patch(`/api/tasks/${daily.id}`, { completed: true })
    const [done, next] = await reader.take(2)
    expect(done?.change).toEqual({ kind: 'task', id: daily.id, version: 2 })
    expect(next?.change).toMatchObject({ kind: 'task', version: 1 })
  })

  it('reports a reorder once for each task whose place changed', async () => {
    const tasks = [await makeTask(ada), await makeTask(ada), await makeTask(ada)]
    const [a, b, c] = tasks.map(({ id }) => id)
    const reader = await open()
    const positions = [b, a, c].map((id, position) => ({ id, position }))
    await ada.post(`/api/tasks/priority/${tasks[0]?.priority}/positions`, { positions })
    const moved = (await reader.take(2)).map(({ change }) => change)
    expect(moved.toSorted((x, y) => Number(x.id) - Number(y.id))).toEqual([
      { kind: 'task', id: a, version: 2 },
      { kind: 'task', id: b, version: 2 },
    ])
  })

  it('reports files, categories, templates and settings', async () => {
    const { id } = await makeTask(ada)
    const reader = await open()
    await attach(ada, id, 'plan.txt')
    await ada.post('/api/categories', { name: 'Garden' })
    await ada.delete('/api/categories/garden')
    const template = await makeTemplate(ada, {}, [{ title: 'Plan' }])
    await ada.delete(`/api/templates/${template.id}`)
    await ada.patch('/api/settings', { hidesBanner: true })
    expect((await reader.take(7)).map(({ change }) => change)).toEqual([
      { kind: 'task', id, version: 2 },
      { kind: 'category', id: 'Garden' },
      { kind: 'category', id: 'Garden', deleted: true },
      { kind: 'template', id: template.id, version: 1 },
      { kind: 'template', id: template.id, version: 2 },
      { kind: 'template', id: template.id, deleted: true },
      { kind: 'settings', id: 'settings' },
    ])
  })

  it('sends nothing for a request that is rejected or changes nothing', async () => {
    const { id } = await makeTask(ada, { title: 'Same' })
    const reader = await open()
    await ada.patch(`/api/tasks/${id}`, { title: '' })
    await ada.patch(`/api/tasks/${id}`, { title: 'Same' })
    await ada.patch('/api/tasks/999999', { title: 'Nowhere' })
    await ada.post('/api/categories', { name: 'Task' })
    await makeTask(ada)
    expect((await reader.next()).number).toBe(2)
    expect(reader.waiting).toEqual([])
  })

  it('reports each change once to every stream of the user', async () => {
    const streams = [await open(), await open(), await open()]
    await Promise.all(Array.from({ length: 20 }, () => makeTask(ada)))
    for (const stream of streams) {
      const numbers = (await stream.take(20)).map(({ number }) => number)
      expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    }
  })

  it('responds to HEAD without opening a stream', async () => {
    const response = await ada.head('/api/events')
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/event-stream'])
  })

  it('rejects visitors', async () => {
    const response = await test.visitor.get('/api/events')
    expect(response.statusCode).toBe(401)
  })

  it('rejects an invalid `since`', async () => {
    for (const since of ['-1', 'x', '1.5', '01', '']) {
      const response = await ada.get(`/api/events?since=${since}`)
      expect([since, response.statusCode]).toEqual([since, 400])
    }
  })
})

describe('a reconnecting client', () => {
  it('gets the missed changes and then new ones', async () => {
    for (let made = 0; made < 4; made++) await makeTask(ada)
    const reader = await openSince(2)
    expect((await reader.take(2)).map(({ number }) => number)).toEqual([3, 4])
    await makeTask(ada)
    expect((await reader.next()).number).toBe(5)
  })

  it('can send the number in the URL, but the header takes precedence', async () => {
    for (let made = 0; made < 3; made++) await makeTask(ada)
    const url = '/api/events?since=1'
    const streams = [
      await openEvents(test.app, ada, {}, url),
      await openEvents(test.app, ada, { 'last-event-id': '2' }, url),
    ]
    readers.push(...streams)
    expect((await streams[0]?.take(2))?.map(({ number }) => number)).toEqual([2, 3])
    expect((await streams[1]?.next())?.number).toBe(3)
  })

  it('that continues from before the first change gets all changes', async () => {
    await makeTask(ada)
    expect((await (await openSince(0)).next()).number).toBe(1)
  })

  it('that missed nothing receives no events', async () => {
    await makeTask(ada)
    const reader = await openSince(1)
    await makeTask(ada)
    expect((await reader.next()).number).toBe(2)
  })

  it('gets a snapshot event after too many changes or for an unknown number', async () => {
    const last = 2 * CHANGES_KEPT
    await makeChanges(CHANGES_KEPT)
    await makeChanges(CHANGES_KEPT)
    for (const number of ['0', '1', '100', '9000', 'x', '-1', String(Number.MAX_SAFE_INTEGER)]) {
      const reader = await open(ada, { 'last-event-id': number })
      expect([number, await reader.next()]).toEqual([number, { number: last, event: 'snapshot', change: {} }])
    }
    expect((await (await openSince(last - CHANGES_KEPT)).take(CHANGES_KEPT)).at(-1)?.number).toBe(last)
  })

  it('gets a snapshot event after a write with more changes than the log keeps, as do open streams', async () => {
    const reader = await open()
    await makeChanges(CHANGES_KEPT + 1)
    await ada.delete('/api/categories/Nowhere')
    expect(await reader.next()).toEqual({ number: 1, event: 'snapshot', change: {} })
    expect((await (await openSince(0)).next()).event).toBe('snapshot')
  })

  it('can continue from the number of a snapshot, as from that of a change', async () => {
    await makeTask(ada)
    const { number } = await (await openSince(77)).next()
    await makeTask(ada)
    expect(await (await openSince(number)).next()).toMatchObject({ number: 2, event: 'change' })
  })
})

describe('a stream receives nothing about other users', () => {
  it('line 24: during a thousand random writes by two users', async () => {
    const eve = await signUp(test)
    const [adas, eves] = [await open(ada), await open(eve)]
    const expected = new Map<Client, number[]>([
      [ada, []],
      [eve, []],
    ])
    for (let round = 0; round < 50; round++) {
      const writes = Array.from({ length: 20 }, async () => {
        const client = Math.random() < 0.5 ? ada : eve
        expected.get(client)?.push((await makeTask(client)).id)
      })
      await Promise.all(writes)
    }
    for (const [client, reader] of [
      [ada, adas],
      [eve, eves],
    ] as const) {
      const wanted = expected.get(client) ?? []
      const told = await reader.take(wanted.length)
      expect(sorted(told.map(({ change }) => change.id))).toEqual(sorted(wanted))
      expect(reader.waiting).toEqual([])
    }
  })

  it('line 24: and treats a change number of another user as unknown', async () => {
    const eve = await signUp(test)
    for (let made = 0; made < 5; made++) await makeTask(eve)
    expect((await (await openSince(3)).next()).event).toBe('snapshot')
    expect((await ada.get('/api/tasks?since=3')).headers).not.toHaveProperty('x-since')
  })

  it('line 24: not even about their public templates', async () => {
    const eve = await signUp(test)
    const reader = await open()
    await makeTemplate(eve, { isPublic: true }, [{ title: 'Plan' }])
    const { id } = await makeTask(ada)
    expect((await reader.next()).change.id).toBe(id)
  })
})

describe('a stream ends within five seconds', () => {
  it('lines 9, 11: after a sign-out, a password change or an account deletion; others continue', async () => {
    const emails = ['grace@example.com', 'hedy@example.com', 'ida@example.com'] as const
    const [grace, hedy, ida] = [
      await signUp(test, emails[0]),
      await signUp(test, emails[1]),
      await signUp(test, emails[2]),
    ]
    const [graceElsewhere, hedyElsewhere] = [await signIn(emails[0]), await signIn(emails[1])]
    const ending = [await open(grace), await open(hedyElsewhere), await open(ida)]
    const staying = [await open(graceElsewhere), await open(hedy)]
    await grace.post('/api/logout')
    const passwords = { currentPassword: TEST_PASSWORD, newPassword: 'another green harbour' }
    expect((await hedy.post('/api/auth/password', passwords)).statusCode).toBe(204)
    expect((await deleteAccount(ida)).statusCode).toBe(204)
    expect(await Promise.all(ending.map(endOf))).toEqual(['ended', 'ended', 'ended'])
    for (const client of [graceElsewhere, hedy]) await makeTask(client)
    for (const reader of staying) expect((await reader.next()).event).toBe('change')
  })

  it('after the session has expired', async () => {
    const reader = await open()
    test.clock.advance({ days: 31 })
    expect(await endOf(reader)).toBe('ended')
  })

  it('after the server is stopped', async () => {
    const reader = await open()
    const closed = test.app.close()
    expect(await endOf(reader)).toBe('ended')
    await closed
  })
})

describe('listing tasks changed since a change number', () => {
  it('returns changed tasks in their current form, and deleted tasks', async () => {
    const [kept, changed, gone] = [await makeTask(ada), await makeTask(ada), await makeTask(ada)]
    const whole = await ada.get('/api/tasks')
    expect(whole.json<Task[]>().map(({ id }) => id)).toEqual([kept.id, changed.id, gone.id])
    expect(whole.headers['x-change']).toBe('3')
    expect(whole.headers).not.toHaveProperty('x-since')
    await ada.patch(`/api/tasks/${changed.id}`, { title: 'One' })
    await ada.patch(`/api/tasks/${changed.id}`, { title: 'Two' })
    await ada.delete(`/api/tasks/${gone.id}`)
    const { tasks, change, since } = await listSince(3)
    expect(tasks).toEqual([
      expect.objectContaining({ id: changed.id, title: 'Two', version: 3 }),
      { id: gone.id, deleted: true },
    ])
    expect([change, since]).toEqual([6, 3])
    expect(await listSince(6)).toEqual({ tasks: [], change: 6, since: 6 })
  })

  it('returns the full list when the changes are no longer in the log', async () => {
    const { id } = await makeTask(ada)
    const { tasks, since } = await listSince(77)
    expect(tasks).toEqual([expect.objectContaining({ id })])
    expect(since).toBeUndefined()
  })

  it('rejects an invalid `since`', async () => {
    for (const since of ['-1', 'x', '1.5', '', '9'.repeat(30)]) {
      const response = await ada.get(`/api/tasks?since=${since}`)
      expect([since, response.statusCode]).toEqual([since, 400])
      expect(response.json<{ issues: unknown }>().issues).toMatchObject([{ path: 'since' }])
    }
  })
})

import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { DEFAULT_SETTINGS } from '#domain/account/commands.ts'
import { aTask } from '#tests/support/a-task.ts'
import { until } from '#tests/support/until.ts'

import { sessionEnd } from '../auth/session-end.ts'
import { ApiError } from '../sync/api.ts'
import { pageUser } from '../sync/page-user.ts'
import { CATEGORIES_KEY } from '../categories/queries.ts'
import { settingsQuery } from '../account/settings.ts'
import { COMPLETED_TOTALS_KEY } from '../tasks/data/completed-cache.ts'
import { listChange, listFreshAt } from '../tasks/data/list-change.ts'
import { TASKS_KEY, findListed } from '../tasks/data/task-cache.ts'
import { TEMPLATES_KEY } from '../templates/changed-templates.ts'
import { TRASH_KEY } from '../trash/trash-key.ts'
import { retryLost, startLiveSync } from './live-updates.ts'

let client: QueryClient
let stop: () => void
let endStream: () => void
/** Sends an event on the page's stream. */
let send: (number: number, data: object, event?: string) => void
/** The server's responses to requests for changed tasks, by path. */
let answers: Record<string, Promise<Response>>
let requests: string[]
/** Returns the response to a request from another user's page. */
const rejectUser = vi.fn<() => Response>(() => new Response(null, { status: 401 }))
/** Whose session the browser has. */
let signedIn: string

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  answers = {}
  requests = []
  rejectUser.mockClear()
  signedIn = 'someone'
  pageUser.set(signedIn)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start: (events) => {
      endStream = () => events.close()
      send = (number, data, event = 'change') =>
        events.enqueue(encoder.encode(`id: ${number}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    },
  })
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    requests.push(path)
    // Like the server, which ignores a missing header.
    const named = new Headers(headers).get('x-user')
    if (named && named !== signedIn) return rejectUser()
    if (path.startsWith('/api/events')) return new Response(stream, { headers: { 'x-change': '9' } })
    return answers[path] ?? new Response('[]')
  })
  client = new QueryClient()
  client.setQueryData(TASKS_KEY, [aTask({ id: 1, version: 1 })])
  client.setQueryData(CATEGORIES_KEY, ['Task'])
  client.setQueryData(settingsQuery.queryKey, DEFAULT_SETTINGS)
  client.setQueryData(COMPLETED_TOTALS_KEY, [])
  listChange.set(9)
  listFreshAt.set(0)
  stop = startLiveSync(client, 'someone')
  await untilInvalidated()
  client.setQueryData(CATEGORIES_KEY, ['Task'])
})
afterEach(async () => {
  stop()
  endStream()
  // The page notices the end of the stream.
  await new Promise((resolve) => setTimeout(resolve))
  listChange.set(null)
  pageUser.set('')
  vi.unstubAllGlobals()
})

const untilInvalidated = () =>
  until(() => expect(client.getQueryState(CATEGORIES_KEY)?.isInvalidated).toBe(true))

it.each([settingsQuery.queryKey, COMPLETED_TOTALS_KEY])(
  'refetches %s when the stream opens, because it can miss a change that the list includes',
  (...queryKey) => {
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  },
)

it.each<[string, QueryKey, object]>([
  ['the categories', CATEGORIES_KEY, { kind: 'category', id: 'Garden' }],
  ['the templates', TEMPLATES_KEY, { kind: 'template', id: 3, version: 2 }],
  ['a template’s tasks', [...TEMPLATES_KEY, 3], { kind: 'template', id: 3, version: 2 }],
  ['the trash', [...TRASH_KEY, 1], { kind: 'template', id: 3, deleted: true }],
])('refetches %s if a change arrives during the first fetch', async (_, queryKey, change) => {
  await until(() => expect(listFreshAt.get()).toBeGreaterThan(0))
  client.removeQueries({ queryKey: CATEGORIES_KEY })
  const first = Promise.withResolvers<string>()
  const queryFn = vi.fn<() => Promise<string>>().mockResolvedValue('with the change')
  queryFn.mockReturnValueOnce(first.promise)
  const unsubscribe = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  send(10, change)
  await until(() => expect(queryFn).toHaveBeenCalledTimes(2))
  first.resolve('without the change')
  await until(() => expect(client.getQueryData(queryKey)).toBe('with the change'))
  unsubscribe()
})

it('refetches the categories if their change arrives after a newer list of tasks', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['/api/tasks?since=9'] = promise
  await until(() => expect(requests).toEqual(['/api/events?since=9']))
  send(10, { kind: 'task', id: 1, version: 2 })
  await until(() => expect(requests).toContain('/api/tasks?since=9'))
  // The server read the tasks after the next change, so the response has that change's number.
  const task = aTask({ id: 1, version: 2, title: 'Renamed' })
  resolve(Response.json([task], { headers: { 'x-since': '9', 'x-change': '11' } }))
  await until(() => expect(findListed(client, 1)).toMatchObject({ title: 'Renamed' }))
  send(11, { kind: 'category', id: 'Garden' })
  await untilInvalidated()
  expect(listChange.get()).toBe(11)
})

it('fetches a change that the list of tasks misses although it is newer', async () => {
  await until(() => expect(listFreshAt.get()).toBeGreaterThan(0))
  send(10, { kind: 'task', id: 1, version: 2 })
  listChange.set(10)
  await until(() => expect(requests).toContain('/api/tasks?since=9'))
})

it('refetches the categories after a snapshot that arrives while the tasks are fetched', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['/api/tasks?since=9'] = promise
  await until(() => expect(requests).toEqual(['/api/events?since=9']))
  send(10, { kind: 'task', id: 1, version: 2 })
  await until(() => expect(requests).toContain('/api/tasks?since=9'))
  send(11, {}, 'snapshot')
  // The server read the tasks after the changes that the snapshot replaces.
  resolve(Response.json([], { headers: { 'x-change': '11' } }))
  await untilInvalidated()
})

it('refetches the categories again if the connection is lost while they are fetched', async () => {
  const queryFn = vi.fn<() => Promise<string[]>>()
  queryFn.mockRejectedValueOnce(new ApiError(0, 'The server can’t be reached.', null))
  queryFn.mockResolvedValue(['Task', 'Garden'])
  const options = { queryKey: CATEGORIES_KEY, queryFn, staleTime: Infinity, retry: false }
  const unsubscribe = new QueryObserver(client, options).subscribe(() => undefined)
  const stopRetrying = retryLost(client)
  await until(() => expect(listFreshAt.get()).toBeGreaterThan(0))
  vi.useFakeTimers()
  send(10, { kind: 'category', id: 'Garden' })
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  unsubscribe()
  stopRetrying()
  expect(client.getQueryData(CATEGORIES_KEY)).toEqual(['Task', 'Garden'])
})

it('fetches all changes since the stored tasks if they are older than the page’s other tasks', async () => {
  await until(() => expect(requests).toEqual(['/api/events?since=9']))
  const task = aTask({ id: 1, version: 2, title: 'Renamed' })
  answers['/api/tasks?since=5'] = Promise.resolve(
    Response.json([task], { headers: { 'x-since': '5', 'x-change': '9' } }),
  )
  listChange.set(5)
  await until(() => expect(findListed(client, 1)).toMatchObject({ title: 'Renamed' }))
  expect(listChange.get()).toBe(9)
})

it('doesn’t count the tasks as current while the completed ones load', async () => {
  await until(() => expect(listFreshAt.get()).toBeGreaterThan(0))
  const { promise, resolve } = Promise.withResolvers<[]>()
  const loading = client.fetchQuery({ queryKey: TASKS_KEY, queryFn: () => promise })
  listFreshAt.set(0)
  // The open tasks are shown.
  listChange.set(10)
  send(10, { kind: 'task', id: 1, version: 1 })
  send(11, { kind: 'category', id: 'Garden' })
  await untilInvalidated()
  expect(listFreshAt.get()).toBe(0)
  resolve([])
  await loading
  await until(() => expect(listFreshAt.get()).toBeGreaterThan(0))
})

it('doesn’t follow another user’s changes while the page waits for its user to sign in again', async () => {
  stop()
  sessionEnd.set('asks')
  signedIn = 'someone else'
  requests = []
  stop = startLiveSync(client, 'someone')
  await until(() => expect(rejectUser).toHaveBeenCalledOnce())
  expect(requests).toEqual(['/api/events?since=9'])
  signedIn = 'someone'
  sessionEnd.set(null)
  await until(() => expect(requests).toEqual(['/api/events?since=9', '/api/events?since=9']))
  expect(rejectUser).toHaveBeenCalledOnce()
})

it.each([
  [401, 'doesn’t retry', 1],
  [503, 'retries', 2],
])('after a %i, the page %s the fetch', async (status, _, times) => {
  // The page has opened the stream and waits for changes, without a timer.
  await until(() => expect(listFreshAt.get()).toBeGreaterThan(0))
  vi.useFakeTimers()
  answers['/api/tasks?since=9'] = Promise.resolve(new Response(null, { status }))
  send(10, { kind: 'task', id: 1, version: 2 })
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  expect(requests.filter((path) => path === '/api/tasks?since=9')).toHaveLength(times)
})

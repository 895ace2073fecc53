import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { CATEGORY_LENGTH_MAX } from '#domain/categories/new-category.ts'
import type { CompletedTotal } from '#domain/tasks/completed.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
let ids: Record<string, number>

/**
 * One task completed each hour from 10:00, and the last two at the same instant. The tasks took 1, 10, 100 ... seconds.
 */
const TASKS = [
  ['a', 'Task', '2026-11-20T10:00:00.000Z'],
  ['b', 'Meeting', '2026-11-20T11:00:00.000Z'],
  ['c', 'Task', '2026-11-20T12:00:00.000Z'],
  ['d', 'Meeting', '2026-11-20T13:00:00.000Z'],
  ['e', 'Task', '2026-11-20T13:00:00.000Z'],
] as const

/** Strings that JavaScript converts to a number but that are not plain decimal digits. */
const NOT_DIGITS = ['0x10', '1e2', '%205', '5%20', '+5', '5.0', '05', '5_0', '%D9%A5']

beforeAll(async () => {
  test = await buildTestApp()
  client = await signUp(test)
  const other = await signUp(test)
  ids = {}
  for (const [index, [title, category, now]] of TASKS.entries()) {
    test.clock.set(now)
    const fields = { title, category, completed: true, elapsedTime: 10 ** index }
    ids[title] = (await makeTask(client, fields)).id
  }
  ids.open = (await makeTask(client, { title: 'open' })).id
  ids.foreign = (await makeTask(other, { completed: true })).id
})
afterAll(() => test.close())

const titles = async (query: string) => {
  const response = await client.get(`/api/tasks/completed${query}`)
  expect(response.statusCode).toBe(200)
  return response
    .json<Task[]>()
    .map((task) => task.title)
    .join('')
}

const totals = async (query: string) => {
  const response = await client.get(`/api/tasks/completed/totals${query}`)
  expect(response.statusCode).toBe(200)
  return response
    .json<CompletedTotal[]>()
    .map(({ category, count, elapsedTime }) => `${category} ${count} ${elapsedTime}`)
}

describe('the completed tasks', () => {
  it('are returned with every field', async () => {
    const [first] = (await client.get('/api/tasks/completed')).json<Task[]>()
    expect(first).toEqual((await client.get(`/api/tasks/${ids.e}`)).json())
  })

  it.each([
    ['', 'edcba'],
    ['?limit=2', 'ed'],
    ['?limit=500', 'edcba'],
    ['?category=Meeting', 'db'],
    ['?category=meeting', 'db'],
    ['?category=Errand', ''],
    ['?category=', ''],
    ['?from=2026-11-20T11:00:00.000Z', 'edcb'],
    ['?from=2026-11-20T11:00:00.001Z', 'edc'],
    ['?from=2026-11-20T11:00:00Z', 'edcb'],
    ['?from=2026-11-20T12:00:00%2B01:00', 'edcb'],
    ['?to=2026-11-20T12:00:00.000Z', 'cba'],
    ['?to=2026-11-20T11:59:59.999Z', 'ba'],
    ['?from=2026-11-20T11:00:00.000Z&to=2026-11-20T12:00:00.000Z', 'cb'],
    ['?from=2026-11-20T12:00:00.000Z&to=2026-11-20T11:00:00.000Z', ''],
    ['?from=2026-11-20T11:00:00.000Z&category=Task&limit=1', 'e'],
    ['?unknown=1', 'edcba'],
  ])('for %j are %j, newest first, then by highest id', async (query, expected) => {
    expect(await titles(query)).toBe(expected)
  })

  it('of a category include every spelling of its name', async () => {
    const other = await signUp(test)
    for (const category of ['Straße 1', 'STRASSE  1', 'Strasse 2'])
      await makeTask(other, { category, completed: true })
    const found = (await other.get('/api/tasks/completed?category=strasse%201')).json<Task[]>()
    expect(found.map((task) => task.category)).toEqual(['STRASSE  1', 'Straße 1'])
  })

  it('of a category are found if its accents are encoded separately, however long the name is', async () => {
    const other = await signUp(test)
    const category = 'é'.repeat(CATEGORY_LENGTH_MAX)
    const { id } = await makeTask(other, { category, completed: true })
    const query = encodeURIComponent(category.normalize('NFD'))
    const found = (await other.get(`/api/tasks/completed?category=${query}`)).json<Task[]>()
    expect(found.map((task) => task.id)).toEqual([id])
  })

  it('return the number of the last change that they include', async () => {
    const { headers } = await client.get('/api/tasks/completed?limit=1')
    expect(headers['x-change']).toBe((await client.get('/api/tasks')).headers['x-change'])
  })

  it.each([
    ['e', 'dcba'],
    ['d', 'cba'],
    ['c', 'ba'],
    ['a', ''],
  ])('before %s are %j', async (title, expected) => {
    expect(await titles(`?before=${ids[title]}`)).toBe(expected)
  })

  it('can be read page by page', async () => {
    let read = ''
    let query = '?limit=2'
    for (let page = 0; page < 4; page++) {
      const tasks = (await client.get(`/api/tasks/completed${query}`)).json<Task[]>()
      read += `${tasks.map((task) => task.title).join('')} `
      query = `?limit=2&before=${tasks.at(-1)?.id ?? ids.a}`
    }
    expect(read).toBe('ed cb a  ')
    expect(await titles(`?limit=1&category=Meeting&before=${ids.e}`)).toBe('d')
  })

  it.each(['open', 'foreign'])('reject `before` with a task that is %s', async (title) => {
    const response = await client.get(`/api/tasks/completed?before=${ids[title]}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path: 'before' }] })
  })

  it.each([
    ['limit', ['0', '501', '-1', '1.5', 'x', '', '1e1000', ...NOT_DIGITS, '1&limit=2', '5&limit=']],
    ['before', ['0', '-1', '1.5', 'x', '', '999999', '9007199254740992', ...NOT_DIGITS, '1&before=2']],
    ['from', ['x', '', '2026-11-20', '2026-02-30T00:00:00Z', '2026-11-20T00:00:00', '2026-11-20T25:00:00Z']],
    ['to', ['now', '1763632800000', '2026-11-20T10:00:00.1234567890123Z', '2026-11-20T10:00:00Z&to=x']],
    ['category', ['x'.repeat(31), '%00', 'Task&category=Meeting']],
  ])('reject an invalid %s', async (name, values) => {
    for (const value of values) {
      const response = await client.get(`/api/tasks/completed?${name}=${value}`)
      expect([value, response.statusCode]).toEqual([value, 400])
      expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path: name }] })
    }
  })
})

describe('the totals of the completed tasks', () => {
  it.each([
    ['', ['Meeting 2 1010', 'Task 3 10101']],
    ['?from=2026-11-20T12:00:00.001Z', ['Meeting 1 1000', 'Task 1 10000']],
    ['?from=2026-11-20T12:00:00Z&to=2026-11-20T12:00:00Z', ['Task 1 100']],
    ['?to=2026-11-20T09:59:59.999Z', []],
    ['?from=2026-11-20T12:00:00Z&to=2026-11-20T11:00:00Z', []],
    ['?category=Task', ['Meeting 2 1010', 'Task 3 10101']],
  ])('with %j are %j, by category', async (query, expected) => {
    expect(await totals(query)).toEqual(expected)
  })

  it('are sorted by name as people sort, on every database', async () => {
    const other = await signUp(test, 'other@example.com')
    const names = ['apples', 'Birnen', 'Phase 2', 'Phase 10', 'zebra']
    for (const category of names.toReversed()) await makeTask(other, { category, completed: true })
    const sorted = (await other.get('/api/tasks/completed/totals')).json<CompletedTotal[]>()
    expect(sorted.map(({ category }) => category)).toEqual(names)
  })

  it('are empty without completed tasks', async () => {
    const newcomer = await signUp(test, 'newcomer@example.com')
    await makeTask(newcomer)
    expect((await newcomer.get('/api/tasks/completed/totals')).json()).toEqual([])
  })

  it.each(['from=x', 'to=2026-11-20', 'from=2026-02-30T00:00:00Z', 'to=2026-11-20T10:00:00Z&to=x'])(
    'reject the invalid query %s',
    async (query) => {
      const response = await client.get(`/api/tasks/completed/totals?${query}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path: query.split('=')[0] }] })
    },
  )
})

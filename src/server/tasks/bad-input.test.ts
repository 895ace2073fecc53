import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
let task: Task
beforeAll(async () => {
  test = await buildTestApp()
  client = await signUp(test)
  task = await makeTask(client)
})
afterAll(() => test.close())

const issuesOf = (response: LightMyRequestResponse) => response.json<ErrorBody>().issues ?? []
const pathsOf = (response: LightMyRequestResponse) => issuesOf(response).map((issue) => issue.path)
const emoji = (count: number) => '😀'.repeat(count)

/** Each field with the values it rejects and the values it accepts. */
const FIELDS: [field: string, wrong: unknown[], right: unknown[]][] = [
  [
    'title',
    ['', ' ', '\n\t', 5, null, {}, ['x'], 'x'.repeat(501), emoji(501), 'a\0b', 'a\ud800b'],
    ['x', emoji(500), ` ${'x'.repeat(500)} `, '<img onerror=alert(1)>'],
  ],
  ['description', [5, {}, 'x'.repeat(50_001), emoji(50_001), '\0', '\udc00'], [null, '', emoji(50_000)]],
  ['dueDate', [5, 'x'.repeat(101), emoji(101), 'x'.repeat(50_000), '\0'], [null, '', emoji(100), 'soon']],
  ['startDate', [5, 'x'.repeat(101), '\ud800'], [null, '2026-11-20', emoji(100)]],
  ['endDate', [5, 'x'.repeat(101), '\0'], [null, '2026-11-20T10:00', emoji(100)]],
  [
    'plannedFor',
    [5, '', 'today', '2026-2-3', '2026-02-30', '2026-11-19T09:00', ['2026-11-19']],
    [null, '2026-11-19', '2028-02-29'],
  ],
  ['estimatedTime', [5, 'x'.repeat(101), 'x'.repeat(50_000), '\0'], [null, '', '2 hours', emoji(100)]],
  ['priority', [0, 11, 1.5, -1, '5', null, true, [5], 1e21], [1, 10, 5.0]],
  ['progress', [-1, 101, 0.5, '50', null, true], [0, 100, 37]],
  ['elapsedTime', [-1, 0.5, '60', null, 2 ** 31, 2 ** 53], [0, 2 ** 31 - 1]],
  ['position', [-1, 0.5, '1', null, 1_000_000_001, 2 ** 53], [0, 7]],
  ['category', ['', '  ', 5, null, 'x'.repeat(31), emoji(31), '\0'], ['x', emoji(30), 'Nowhere listed']],
  ['projectName', [5, [], 'x'.repeat(201), emoji(201), '\0'], [null, '', emoji(200)]],
  ['completed', ['true', 1, 0, null, {}], [true, false]],
  ['isRecurring', ['true', 1, null], [false]],
  ['recurrenceFrequency', ['Hourly', 'daily', '', 5, []], [null, 'Daily', 'Bi-weekly', 'Yearly']],
  ['recurrenceForwardContent', ['true', 1, null], [true, false]],
  ['parentTaskId', [0, -1, 1.5, 'x', '1', 2 ** 31, 999_999], []],
  [
    'attachments',
    [
      'x',
      {},
      null,
      [5],
      [''],
      [' '],
      ['.'],
      ['..'],
      ['x'.repeat(256)],
      ['é'.repeat(128)],
      ['\ud800'],
      numbered(101),
    ],
    [[], numbered(100), ['é'.repeat(127)]],
  ],
  [
    'dependencies',
    ['1', {}, null, [null], ['x'], ['01'], [1.5], [-1], [0], ['1 or 1=1'], many(101, 1)],
    [[]],
  ],
  ['clearGoals', [5, emoji(50_001), '\0'], [null, emoji(50_000)]],
  ['notes', [5, emoji(50_001), '\0'], [null, emoji(50_000)]],
  ['nextSteps', [5, emoji(50_001), '\0'], [null, emoji(50_000)]],
]

const cases = (column: 1 | 2) =>
  FIELDS.flatMap((row) => row[column].map((value) => [row[0], shorten(value), value] as const))

describe('a field', () => {
  it.each(cases(1))('%s rejects %s and changes nothing', async (field, _, value) => {
    const created = await client.post('/api/tasks', { title: 'x', [field]: value })
    const changed = await client.patch(`/api/tasks/${task.id}`, { notes: 'changed', [field]: value })
    for (const response of [created, changed]) {
      expect(response.statusCode).toBe(400)
      expect(response.json<ErrorBody>().code).toBe('invalid')
      expect(pathsOf(response).every((path) => path.split('.')[0] === field)).toBe(true)
      expect(pathsOf(response)).not.toHaveLength(0)
    }
    expect(await readTasks(client)).toEqual([task])
  })

  it.each(cases(2))('%s accepts %s', async (field, _, value) => {
    const made = await makeTask(client, { [field]: value })
    const response = await client.patch(`/api/tasks/${made.id}`, { notes: 'changed', [field]: value })
    expect(response.statusCode).toBe(200)
    await client.delete(`/api/tasks/${made.id}`)
  })

  it('with a problem is reported together with all other invalid fields', async () => {
    const response = await client.post('/api/tasks', { title: '', priority: 0, progress: 101 })
    expect(pathsOf(response).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'priority',
      'progress',
      'title',
    ])
  })

  it('named title is required, with the message from the specification', async () => {
    for (const body of [{}, { title: '  ' }]) {
      const response = await client.post('/api/tasks', body)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({
        message: 'Title is required',
        issues: [{ path: 'title', message: 'Title is required' }],
      })
    }
  })

  it('of fifty thousand characters where 100 are allowed is rejected', async () => {
    for (const field of [{ dueDate: '9'.repeat(50_000) }, { estimatedTime: '9h'.repeat(25_000) }]) {
      const response = await client.post('/api/tasks', { title: 'x', ...field })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ issues: [{ path: Object.keys(field)[0] }] })
    }
  })
})

describe('an empty string', () => {
  const TEXTS = ['description', 'projectName', 'clearGoals', 'notes', 'nextSteps'] as const
  const empty = Object.fromEntries(TEXTS.map((field) => [field, '']))
  const unset = Object.fromEntries(TEXTS.map((field) => [field, null]))

  it('is stored as null by POST', async () => {
    const made = await makeTask(client, { category: 'Project', ...empty })
    expect(made).toMatchObject(unset)
    expect(await readTask(client, made.id)).toMatchObject(unset)
    await client.delete(`/api/tasks/${made.id}`)
  })

  it('is stored as null by PATCH, and clears a stored text', async () => {
    const full = Object.fromEntries(TEXTS.map((field) => [field, 'text']))
    const made = await makeTask(client, { category: 'Project', ...full })
    const changed = await client.patch(`/api/tasks/${made.id}`, empty)
    expect(changed.json()).toMatchObject(unset)
    expect(await readTask(client, made.id)).toMatchObject(unset)
    const again = await client.patch(`/api/tasks/${made.id}`, empty)
    expect(again.headers.etag).toBe(changed.headers.etag)
    await client.delete(`/api/tasks/${made.id}`)
  })
})

describe('a parentTaskId', () => {
  it("that is the task's own id is rejected and changes nothing", async () => {
    const response = await client.patch(`/api/tasks/${task.id}`, { notes: 'changed', parentTaskId: task.id })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'invalid',
      message: 'A task cannot be its own parent.',
      issues: [{ path: 'parentTaskId' }],
    })
    expect(await readTask(client, task.id)).toEqual(task)
  })
})

describe('a recurring task', () => {
  it('is rejected without a frequency', async () => {
    const created = await client.post('/api/tasks', { title: 'x', isRecurring: true })
    const changed = await client.patch(`/api/tasks/${task.id}`, { isRecurring: true })
    const emptied = await client.patch(`/api/tasks/${task.id}`, {
      isRecurring: true,
      recurrenceFrequency: null,
    })
    for (const response of [created, changed, emptied]) {
      expect(response.statusCode).toBe(400)
      expect(pathsOf(response)).toEqual(['recurrenceFrequency'])
    }
  })
})

describe('a body', () => {
  it.each([
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '5',
    '{"title":"x"',
    'title=x',
    `{"title":${'['.repeat(10_000)}`,
  ])('of %j is rejected', async (body) => {
    const headers = { 'content-type': 'application/json' }
    expect((await client.post('/api/tasks', body, headers)).statusCode).toBe(400)
    expect((await client.patch(`/api/tasks/${task.id}`, body, headers)).statusCode).toBe(400)
  })

  it('nested 10,000 levels deep is rejected', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const headers = { 'content-type': 'application/json' }
    expect((await client.post('/api/tasks', `{"title":${deep}}`, headers)).statusCode).toBe(400)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json\ta',
    'x',
  ])('of type %j is rejected', async (type) => {
    const response = await client.post('/api/tasks', '{"title":"x"}', { 'content-type': type })
    expect([400, 415]).toContain(response.statusCode)
    expect(await readTasks(client)).toEqual([task])
  })

  it('over a megabyte is rejected', async () => {
    const response = await client.post('/api/tasks', { title: 'x', extra: 'x'.repeat(2 ** 20) })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ code: 'too_large' })
  })
})

describe('an id', () => {
  it.each([
    '0',
    '-1',
    '1.5',
    '01',
    '+1',
    '1e0',
    '0x1',
    '2147483648',
    '9007199254740992',
    '9'.repeat(900),
    '%00',
    '%20',
    '1%20or%201=1',
    '1%00',
    '%2e%2e',
    '%F0%9F%98%80',
    'x',
    'null',
    'NaN',
    '__proto__',
  ])('%s is not found', async (id) => {
    const path = `/api/tasks/${id}`
    const answers = [
      await client.get(path),
      await client.patch(path, { title: 'x' }),
      await client.delete(path),
    ]
    expect(answers.map((response) => response.statusCode)).toEqual([404, 404, 404])
    expect(await readTask(client, task.id)).toEqual(task)
  })
})

describe('a level', () => {
  it.each(['0', '11', '-1', '1.5', 'x', '%20', '%00', '1e1', '0x5', 'NaN', '05'])(
    '%s cannot be reordered',
    async (level) => {
      const body = { positions: [{ id: task.id, position: 0 }] }
      const response = await client.post(`/api/tasks/priority/${level}/positions`, body)
      expect([400, 404]).toContain(response.statusCode)
    },
  )
})

describe('an order', () => {
  it.each([
    [{}, 'positions'],
    [{ positions: null }, 'positions'],
    [{ positions: {} }, 'positions'],
    [{ positions: [] }, 'positions'],
    [{ positions: [null] }, 'positions.0'],
    [{ positions: [{ position: 0 }] }, 'positions.0.id'],
    [{ positions: [{ id: '1', position: 0 }] }, 'positions.0.id'],
    [{ positions: [{ id: 0, position: 0 }] }, 'positions.0.id'],
    [{ positions: [{ id: 2 ** 31, position: 0 }] }, 'positions.0.id'],
    [{ positions: [{ id: 1 }] }, 'positions.0.position'],
    [{ positions: [{ id: 1, position: -1 }] }, 'positions.0.position'],
    [{ positions: [{ id: 1, position: 0.5 }] }, 'positions.0.position'],
    [{ positions: many(10_001, { id: 1, position: 0 }) }, 'positions'],
  ])('of %j is rejected', async (body, path) => {
    const response = await client.post('/api/tasks/priority/5/positions', body)
    expect(response.statusCode).toBe(400)
    expect(pathsOf(response)).toContain(path)
  })
})

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `file ${number}`)
}

function many<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}

/** Returns a value as shown in a test title. */
function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 40 ? `${text.slice(0, 20)}… (${text.length})` : text
}

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

let app: TestApp
let ada: Client
beforeEach(async () => {
  app = await buildTestApp()
  ada = await signUp(app)
})
afterEach(() => app.close())

const CONTROLS = Array.from({ length: 31 }, (_, index) => String.fromCodePoint(index + 1)).join('')

/** Strings that JSON serializers escape differently. */
const TEXTS = [
  'a "quoted" word, a \\ and a /slash',
  `controls ${CONTROLS}\u007F\u0080\u009F`,
  'separators \u2028 \u2029 \uFEFF \u200B',
  'Ødegård, 漢字, 👩‍👩‍👧, \u{10FFFF}, e\u0301',
  '\\u0041 \\n {"a": [1, null]} \'; --',
  `${'long '.repeat(9000)}"end"`,
  '',
]

test.each(TEXTS.map((text) => [text.slice(0, 20), text]))(
  'returns the same bytes for %j from the database and from the server',
  async (_, text) => {
    const other = await makeTask(ada)
    const written = await ada.post('/api/tasks', {
      title: `Task ${Array.from(text)
        .slice(0, 50)
        .join('')
        .replaceAll(/\p{Cc}/gu, '')}`,
      description: text,
      notes: text,
      clearGoals: text,
      nextSteps: text,
      dependencies: [other.id],
      attachments: [
        `plan ${Array.from(text)
          .slice(0, 20)
          .join('')
          .replaceAll(/[\p{Cc}/\\]/gu, '')}.pdf`,
      ],
      dueDate: '2026-12-02T09:30',
      startDate: 'any text',
      isRecurring: true,
      recurrenceFrequency: 'Weekly',
      elapsedTime: 5400,
      progress: 35,
    })
    expect(written.statusCode).toBe(201)
    const { id } = written.json<Task>()
    const found = await ada.get(`/api/tasks/${id}`)
    expect(found.body).toBe(written.body)
    expect(found.headers['content-type']).toBe(written.headers['content-type'])
    const list = await ada.get('/api/tasks')
    expect(list.body.slice(1, -1).split(',\n')).toContain(written.body)
    expect(list.body).toBe(
      `[${list
        .json<Task[]>()
        .map((task) => JSON.stringify(task))
        .join(',\n')}]`,
    )
    expect(list.headers['content-type']).toBe('application/json; charset=utf-8')
  },
)

test('writes completed tasks, times with any milliseconds and the largest numbers as the same bytes', async () => {
  for (const now of ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.007Z', '2026-11-20T23:59:59.990Z']) {
    app.clock.set(now)
    const { id } = await makeTask(ada, { elapsedTime: 2 ** 31 - 1 })
    const written = await ada.patch(`/api/tasks/${id}`, { completed: true })
    expect(written.json<Task>().completedAt).toBe(now)
    expect((await ada.get(`/api/tasks/${id}`)).body).toBe(written.body)
    const list = await ada.get('/api/tasks?completed=true')
    expect(list.body.slice(1, -1).split(',\n')).toContain(written.body)
  }
})

test('writes each task in a list of any length with the same bytes as on its own', async () => {
  expect((await ada.get('/api/tasks')).body).toBe('[]')
  const notes = 'ü'.repeat(50_000)
  const bodies: string[] = []
  for (let made = 1; made <= 9; made++) {
    const { id } = await makeTask(ada, { notes })
    bodies.push((await ada.get(`/api/tasks/${id}`)).body)
    if (made % 3 !== 1) continue
    const list = await ada.get('/api/tasks')
    expect(list.body).toBe(`[${bodies.join(',\n')}]`)
    expect(list.headers['x-change']).toBe(String(made))
  }
})

import { brotliDecompressSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { BoardTask } from '#domain/tasks/board-task.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

const BOARD = '/api/tasks?fields=board'
const TEXTS = { description: 'More', clearGoals: 'Goals', notes: 'Notes', nextSteps: 'Steps' }
const NONE = { description: false, clearGoals: false, notes: false, nextSteps: false }
const ALL = { description: true, clearGoals: true, notes: true, nextSteps: true }

let testApp: TestApp
let ada: Client
beforeEach(async () => {
  testApp = await buildTestApp()
  ada = await signUp(testApp)
})
afterEach(() => testApp.close())

const board = async (client: Client, path = BOARD) => (await client.get(path)).json<BoardTask[]>()

/** Returns the fields of a task that the board lists, except `has`. */
function withoutTexts(task: Task) {
  const { description: _, clearGoals: _1, notes: _2, nextSteps: _3, ...rest } = task
  return rest
}

/** Sets the long text fields of a task in the database. */
async function setTexts(id: number, text: string): Promise<void> {
  const texts = { description: text, clear_goals: text, notes: text, next_steps: text }
  await testApp.db.updateTable('tasks').set(texts).where('id', '=', id).execute()
}

describe('GET /api/tasks?fields=board', () => {
  test('lists each task without its long text, in the order of the list', async () => {
    await makeTask(ada, { title: 'Second', priority: 7, ...TEXTS, attachments: ['plan.pdf'] })
    const { id } = await makeTask(ada, {
      title: 'First',
      priority: 2,
      isRecurring: true,
      recurrenceFrequency: 'Daily',
    })
    await ada.patch(`/api/tasks/${id}`, { completed: true })
    const whole = (await ada.get('/api/tasks')).json<Task[]>()
    const listed = await board(ada)
    expect(listed).toEqual(whole.map((task) => ({ ...withoutTexts(task), has: expect.any(Object) })))
    expect(JSON.stringify(listed)).not.toContain('"More"')
  })

  test.each(Object.entries(TEXTS))('says whether a task has %s', async (field, text) => {
    await makeTask(ada)
    await makeTask(ada, { [field]: text })
    await makeTask(ada, TEXTS)
    const expected = [NONE, { ...NONE, [field]: true }, ALL]
    expect((await board(ada)).map(({ has }) => has)).toEqual(expected)
  })

  test('counts an empty string in the database as no text, and a space as text', async () => {
    const empty = await makeTask(ada, TEXTS)
    const spaces = await makeTask(ada, TEXTS)
    await setTexts(empty.id, '')
    await setTexts(spaces.id, ' ')
    expect((await board(ada)).map(({ has }) => has)).toEqual([NONE, ALL])
  })

  test('doesn’t change the full list or single tasks', async () => {
    const task = await makeTask(ada, TEXTS)
    await board(ada)
    expect((await ada.get('/api/tasks')).json()).toEqual([task])
    expect((await ada.get(`/api/tasks/${task.id}`)).json()).toEqual(task)
  })

  test('lists only the open or only the completed tasks', async () => {
    const open = await makeTask(ada, TEXTS)
    const { id } = await makeTask(ada, TEXTS)
    const done = (await ada.patch(`/api/tasks/${id}`, { completed: true })).json<Task>()
    const openTasks = await board(ada, `${BOARD}&completed=false`)
    expect(openTasks).toEqual([{ ...withoutTexts(open), has: ALL }])
    expect(await board(ada, `${BOARD}&completed=true`)).toEqual([{ ...withoutTexts(done), has: ALL }])
  })

  test('lists the tasks that have changed since a change number, then the deleted ones', async () => {
    const [gone, changed] = [await makeTask(ada, TEXTS), await makeTask(ada, TEXTS)]
    const { headers } = await ada.get(BOARD)
    const since = String(headers['x-change'])
    await ada.delete(`/api/tasks/${gone.id}`)
    const task = (await ada.patch(`/api/tasks/${changed.id}`, { notes: null })).json<Task>()
    const answer = await ada.get(`${BOARD}&since=${since}`)
    expect(answer.headers['x-since']).toBe(since)
    expect(answer.json<ChangedTask[]>()).toEqual([
      { ...withoutTexts(task), has: { ...ALL, notes: false } },
      { id: gone.id, deleted: true },
    ])
  })

  test('has its own ETag, even when compressed, and returns 304 for it', async () => {
    await makeTask(ada, TEXTS)
    const plain = await ada.get(BOARD)
    const whole = await ada.get('/api/tasks', {
      'accept-encoding': 'br',
      'if-none-match': String(plain.headers.etag),
    })
    expect(whole.statusCode).toBe(200)
    const packed = await ada.get(BOARD, { 'accept-encoding': 'br' })
    expect(packed.headers.etag).toBe(`W/${String(plain.headers.etag)}`)
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(whole.rawPayload).toString()).not.toBe(plain.body)
    const again = await ada.get(BOARD, { 'if-none-match': String(plain.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('sends a thousand tasks with 2 kB of notes in less than a third of the bytes', async () => {
    const notes = 'x'.repeat(2000)
    const tasks = Array.from({ length: 100 }, () => ({ title: 'Report', notes }))
    for (let i = 0; i < 10; i++) await ada.post('/api/tasks/several', { tasks })
    const [whole, listed] = [await ada.get('/api/tasks'), await ada.get(BOARD)]
    expect(listed.json()).toHaveLength(1000)
    expect(listed.body).not.toContain('xxx')
    expect(listed.body.length * 3).toBeLessThan(whole.body.length)
  })

  test('lists no tasks of another user', async () => {
    const eve = await signUp(testApp)
    await makeTask(ada, TEXTS)
    const own = await makeTask(eve)
    expect(await board(eve)).toEqual([{ ...withoutTexts(own), has: NONE }])
    expect(await board(eve, `${BOARD}&since=0`)).toEqual([{ ...withoutTexts(own), has: NONE }])
  })

  test('requires sign-in', async () => {
    expect((await testApp.visitor.get(BOARD)).statusCode).toBe(401)
  })

  test.each(['', 'Board', 'all', 'notes', 'board&fields=board'])('rejects ?fields=%s', async (value) => {
    const answer = await ada.get(`/api/tasks?fields=${value}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ issues: [{ path: 'fields', message: "Fields must be 'board'." }] })
  })
})

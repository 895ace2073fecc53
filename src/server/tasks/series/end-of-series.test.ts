import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { completeTask, completeToNext, makeRecurring } from '#tests/support/series.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

/** Changes a task. Fails the test if the change is rejected. */
async function change(id: number, patch: object, query = ''): Promise<Task> {
  const response = await client.patch(`/api/tasks/${id}${query}`, patch)
  expect(response.statusCode).toBe(200)
  return response.json<Task>()
}

describe('ending a series', () => {
  const END = '?recurrence=end'

  it('completes the task without a next occurrence, and the task no longer recurs', async () => {
    const { id } = await makeRecurring(client)
    const ended = await change(id, { completed: true }, END)
    expect(ended).toMatchObject({ completed: true, isRecurring: false, recurrenceFrequency: 'Weekly' })
    expect(ended.version).toBe(2)
    expect((await readTasks(client)).length).toBe(1)
  })

  it('can be undone, and completing the task then creates the next occurrence', async () => {
    const { id } = await makeRecurring(client)
    await change(id, { completed: true }, END)
    const undone = await change(id, { completed: false, isRecurring: true })
    expect(undone).toMatchObject({ completed: false, isRecurring: true, recurrenceFrequency: 'Weekly' })
    expect(await completeToNext(client, id)).toMatchObject({ dueDate: '2026-11-27' })
  })

  it('can’t be undone once the frequency has changed, and the task can still be changed', async () => {
    const { id } = await makeRecurring(client)
    const ended = await client.patch(`/api/tasks/${id}${END}`, { completed: true })
    await change(id, { recurrenceFrequency: null })
    const response = await client.post('/api/undo', { undo: ended.headers['x-undo'] })
    expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'cannot_undo' }])
    expect(await change(id, { notes: 'Done for good' })).toMatchObject({ isRecurring: false })
  })

  it('takes precedence over the rest of the body', async () => {
    const { id } = await makeRecurring(client)
    const patch = { notes: 'enough', isRecurring: true, recurrenceFrequency: 'Daily' }
    expect(await change(id, patch, END)).toMatchObject({
      notes: 'enough',
      isRecurring: false,
      completed: false,
    })
    expect(await completeTask(client, id)).toBeNull()
  })

  it('changes nothing for a task that does not recur', async () => {
    const task = await makeTask(client)
    expect(await change(task.id, {}, END)).toEqual(task)
  })

  it.each(['?recurrence=', '?recurrence=stop', '?recurrence=end&recurrence=end'])(
    'is rejected for %s',
    async (query) => {
      const { id } = await makeRecurring(client)
      const response = await client.patch(`/api/tasks/${id}${query}`, { completed: true })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path: 'recurrence' }] })
      expect(await readTask(client, id)).toMatchObject({ completed: false, isRecurring: true })
    },
  )
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { BulkResult } from '#domain/tasks/bulk-schema.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { statementsOf } from '#tests/support/count-statements.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

import { listChanges } from '../events/store.ts'

/** The tasks of a large request are read and written in parts of 100. */
const PARTS_OF_500 = 5

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

/** Creates many tasks at level 10. */
async function makeMany(count: number, fields: object = {}, by = client): Promise<Task[]> {
  const made: Task[] = []
  for (let start = 0; start < count; start += 100) {
    const length = Math.min(100, count - start)
    const tasks = Array.from({ length }, (_, i) => ({ title: `Task ${start + i}`, priority: 10, ...fields }))
    const response = await by.post('/api/tasks/several', { tasks })
    expect(response.statusCode).toBe(201)
    made.push(...response.json<Task[]>())
  }
  return made
}

async function ok(answer: ReturnType<Client['post']>) {
  const response = await answer
  expect([response.statusCode < 300, response.body.slice(0, 300)]).toEqual([true, expect.any(String)])
  return response
}

const order = (tasks: readonly Task[]) =>
  ok(
    client.post('/api/tasks/priority/10/positions', {
      positions: tasks.map(({ id }, position) => ({ id, position })),
    }),
  )
const refs = (tasks: readonly Task[]) => tasks.map(({ id }) => ({ id }))
const updatesOf = (table: string, statements: readonly string[]) =>
  statements.filter((text) => new RegExp(`(^|\\) )update "${table}"`).test(text))

describe('the number of statements', () => {
  it('for a reorder does not grow with the number of tasks', async () => {
    const tasks = await makeMany(1000)
    const few = await statementsOf(() => order(tasks.slice(0, 2).toReversed()))
    const many = await statementsOf(() => order(tasks.toReversed()))
    expect(updatesOf('tasks', few)).toHaveLength(1)
    expect(updatesOf('tasks', many)).toHaveLength(1)
    // Returning the long list takes one more statement per page, and old changes are deleted occasionally.
    expect(many.length).toBeLessThan(few.length + 50)
    const now = await readTasks(client)
    expect(now.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id).toReversed())
    expect(now.map(({ position }) => position)).toEqual(tasks.map((_, i) => i))
  })

  it('for changing 500 tasks to different values does not grow with the number of tasks', async () => {
    const tasks = await makeMany(500)
    const changes = tasks.map(({ id }, i) => ({ id, dueDate: `2027-01-01T00:${i % 60}`, elapsedTime: i }))
    const changed = await statementsOf(() => ok(client.post('/api/tasks/bulk', { tasks: changes })))
    expect(updatesOf('tasks', changed)).toHaveLength(PARTS_OF_500)
    expect(changed.length).toBeLessThan(PARTS_OF_500 * 4 + 15)
    const now = await readTasks(client)
    expect(now.map(({ dueDate, elapsedTime }) => ({ dueDate, elapsedTime }))).toEqual(
      changes.map(({ dueDate, elapsedTime }) => ({ dueDate, elapsedTime })),
    )
    expect(new Set(now.map(({ version }) => version))).toEqual(new Set([2]))
  })

  it('for completing 100 recurring tasks does not grow with the number of tasks', async () => {
    const fields = { isRecurring: true, recurrenceFrequency: 'Weekly', dueDate: '2026-11-20' }
    const tasks = await makeMany(100, fields)
    const completed = tasks.map(({ id }) => ({ id, completed: true }))
    const statements = await statementsOf(() => ok(client.post('/api/tasks/bulk', { tasks: completed })))
    expect(statements.length).toBeLessThan(30)
    const open = (await readTasks(client)).filter((task) => !task.completed)
    expect(open.map(({ title }) => title)).toEqual(tasks.map(({ title }) => title))
    expect(open.map(({ position }) => position)).toEqual(tasks.map((_, i) => i))
    expect(new Set(open.map(({ dueDate }) => dueDate))).toEqual(new Set(['2026-11-27']))
  })

  it('for undoing 300 completions grows with the number of tasks, which are read in parts', async () => {
    const fields = { isRecurring: true, recurrenceFrequency: 'Weekly', dueDate: '2026-11-20' }
    const tasks = await makeMany(300, fields)
    const completed = tasks.map(({ id }) => ({ id, completed: true }))
    const { undo } = (await ok(client.post('/api/tasks/bulk', { tasks: completed }))).json<BulkResult>()
    const statements = await statementsOf(() => ok(client.post('/api/undo', { undo })))
    const reads = statements.filter((text) => /^select .*"notes".* from "tasks"/.test(text))
    const wanted = reads.map((text) => text.match(/\?|\$\d+/g)?.length ?? 0)
    expect(wanted.length).toBeGreaterThan(2)
    // 100 completed tasks, 100 next occurrences and the user.
    expect(Math.max(...wanted)).toBeLessThanOrEqual(201)
    const now = await readTasks(client)
    expect(now.map(({ id, completed }) => [id, completed])).toEqual(tasks.map(({ id }) => [id, false]))
  })

  it('for creating 100 tasks does not grow with the number of tasks', async () => {
    const statements = await statementsOf(() => makeMany(100))
    expect(statements.length).toBeLessThan(15)
  })

  it('for deleting and restoring a task does not grow with its 200 dependents', async () => {
    const needed = await makeTask(client, { title: 'Needed' })
    const other = await makeTask(client, { title: 'Other' })
    const dependents: Task[] = []
    for (let i = 0; i < 200; i++)
      dependents.push(await makeTask(client, { dependencies: [String(other.id), String(needed.id)] }))
    const deleted = await statementsOf(() => ok(client.delete(`/api/tasks/${needed.id}`)))
    expect(updatesOf('tasks', deleted)).toHaveLength(1)
    expect(deleted.length).toBeLessThan(25)
    for (const task of (await readTasks(client)).filter(({ id }) => id !== other.id))
      expect(task).toMatchObject({ dependencies: [String(other.id)], version: 2 })

    const restored = await statementsOf(() => ok(client.post(`/api/tasks/${needed.id}/restore`)))
    expect(updatesOf('tasks', restored)).toHaveLength(1)
    expect(restored.length).toBeLessThan(25)
    const ids = [String(other.id), String(needed.id)]
    for (const { id } of dependents)
      expect(await readTask(client, id)).toMatchObject({ dependencies: ids, version: 3 })
  })

  it('for restoring 200 linked tasks does not grow with the number of tasks', async () => {
    const needed = await makeTask(client, { title: 'Needed' })
    const dependents: Task[] = []
    for (let i = 0; i < 200; i++)
      dependents.push(await makeTask(client, { dependencies: [String(needed.id)] }))
    const all = refs([needed, ...dependents])
    await ok(client.post('/api/tasks/bulk-delete', { tasks: all }))
    // The dependents stay deleted for now, so each link is stored with the deleted dependent.
    const first = await statementsOf(() => ok(client.post(`/api/tasks/${needed.id}/restore`)))
    expect(updatesOf('deleted_tasks', first)).toHaveLength(2)
    const rest = await statementsOf(() => ok(client.post('/api/tasks/bulk-restore', { tasks: all.slice(1) })))
    expect(rest.length).toBeLessThan(60)
    for (const { id } of dependents)
      expect(await readTask(client, id)).toMatchObject({ dependencies: [String(needed.id)], version: 2 })
  })
})

describe('a write to several tasks', () => {
  it('changes nothing when one belongs to another user', async () => {
    const tasks = await makeMany(3)
    const stranger = await signUp(test)
    const [foreign] = await makeMany(1, {}, stranger)
    if (!foreign) throw new Error('no task')
    const wanted = refs([...tasks, foreign])
    const answers = [
      await client.post('/api/tasks/bulk', {
        tasks: wanted.map(({ id }, i) => ({ id, elapsedTime: i + 1 })),
      }),
      await client.post('/api/tasks/bulk-delete', { tasks: wanted }),
      await client.post('/api/tasks/priority/10/positions', {
        positions: wanted.map(({ id }, position) => ({ id, position })),
      }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(await readTasks(client)).toEqual(tasks)
    expect(await readTasks(stranger)).toEqual([foreign])
  })

  it('sent twice in parallel adds two versions, each with a change in the log', async () => {
    const tasks = await makeMany(5)
    const userId = tasks[0]?.userId ?? ''
    const before = (await listChanges(test.db, userId, 0))?.length ?? 0
    const bulk = (from: number) =>
      ok(client.post('/api/tasks/bulk', { tasks: tasks.map(({ id }, i) => ({ id, elapsedTime: from + i })) }))
    await Promise.all([bulk(10), bulk(20)])
    expect((await readTasks(client)).map(({ version }) => version)).toEqual([3, 3, 3, 3, 3])
    const changes = (await listChanges(test.db, userId, 0))?.slice(before) ?? []
    const expected = [2, 3].flatMap((version) => tasks.map(({ id }) => ({ id, version })))
    expect(changes.map(({ id, version }) => ({ id, version }))).toEqual(expected)
  })
})

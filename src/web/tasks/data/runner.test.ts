import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { ApiError } from '../../sync/api.ts'
import {
  type CallStorage,
  calls as pageCalls,
  createCallsInMemory,
  withCalls,
} from '../../sync/runner/calls.ts'
import { changeSeveral } from '../../selection/commands.ts'
import { createRunner } from '../../sync/runner/runner.ts'
import { toasts } from '../../toasts/toast.ts'
import { changeTask, deleteTask, duplicateTask, orderLevel } from './commands.ts'
import { createTask } from './create-task.ts'
import { TASKS_KEY, showChanged } from './task-cache.ts'

let app: TestApp
let person: Client
let client: QueryClient
let calls: CallStorage
let runner: ReturnType<typeof createRunner>
/** The method, path and key of each request. */
let requests: { call: string; key: string | null }[]
/** Replaces the server's response; null passes the request through. */
let intercept: (call: string) => Promise<Response | null>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
  app = await buildTestApp()
  person = await signUp(app)
  client = new QueryClient()
  calls = createCallsInMemory()
  runner = createRunner({ client, calls })
  requests = []
  intercept = async () => null
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path}`
    requests.push({ call, key: new Headers(init.headers).get('idempotency-key') })
    return (await intercept(call)) ?? fetchFrom(person, path, init)
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await app.close()
})

const listed = () => client.getQueryData<Task[]>(TASKS_KEY) ?? []
const shown = () => withCalls<readonly Task[]>(TASKS_KEY, listed(), calls.get())
const shownTask = (id: number) => shown().find((task) => task.id === id)
const showAll = async () => client.setQueryData(TASKS_KEY, await readTasks(person))
/** The server runs the request, but its response is lost. */
const loseAnswers = (count: number) => {
  let left = count
  intercept = async () => {
    if (left-- <= 0) return null
    const { call } = requests.at(-1)!
    throw new Error(`the answer to ${call} was lost`)
  }
}

describe('a call', () => {
  it('shows its result immediately and then the response', async () => {
    const task = await makeTask(person)
    await showAll()
    const { promise, resolve } = Promise.withResolvers<null>()
    intercept = () => promise
    const running = runner.runAndWait(changeTask, { task, patch: { title: 'Renamed' } })
    expect(shownTask(task.id)).toMatchObject({ title: 'Renamed' })
    expect(listed()[0]).toMatchObject({ title: 'A task', version: 1 })
    resolve(null)
    await running
    expect(listed()).toEqual(await readTasks(person))
    expect(listed()[0]).toMatchObject({ title: 'Renamed', version: 2 })
    expect(calls.get()).toEqual([])
  })

  it('is rolled back after a rejection, and the toast gives the reason', async () => {
    const [first] = await fillLevel(person, 1, 3)
    const task = await makeTask(person)
    await showAll()
    await expect(runner.runAndWait(changeTask, { task, patch: { priority: 1 } })).rejects.toThrow('409')
    expect(shown()).toEqual(await readTasks(person))
    expect(first?.priority).toBe(1)
    expect(toasts.get()).toMatchObject({ variant: 'destructive', text: 'Level 1 is full (3 of 3).' })
  })

  it('moves its task to the waiting line of a level that filled up, and the toast reports it', async () => {
    await fillLevel(person, 1, 3)
    const task = await makeTask(person)
    await showAll()
    await runner.runAndWait(changeTask, { task, patch: { priority: 1, position: 1 }, waits: true })
    expect(shown()).toEqual(await readTasks(person))
    expect(shown().at(-1)).toMatchObject({ id: task.id, priority: 1 })
    expect(toasts.get()).toMatchObject({ title: 'Waiting in line for level 1.' })
  })

  it('is retried with the same key after a lost response, and runs only once', async () => {
    await showAll()
    let isLost = false
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      requests.push({ call: `${init.method} ${path}`, key: new Headers(init.headers).get('idempotency-key') })
      const response = await fetchFrom(person, path, init)
      if (isLost) return response
      isLost = true
      throw new TypeError('the connection was cut')
    })
    const { result } = await runner.runAndWait(createTask, { title: 'Once' })
    expect(requests).toHaveLength(2)
    expect(requests[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(requests[1]?.key).toBe(requests[0]?.key)
    expect(await readTasks(person)).toEqual([result])
  })

  it('fails and is rolled back when its response is lost twice', async () => {
    const task = await makeTask(person)
    await showAll()
    loseAnswers(2)
    await expect(runner.runAndWait(deleteTask, task)).rejects.toThrow('can’t be reached')
    expect(shown()).toEqual([task])
    expect(toasts.get()).toMatchObject({ text: 'Failed to delete task. Please try again.' })
  })

  it('waits for earlier calls about the same task', async () => {
    const task = await makeTask(person)
    const other = await makeTask(person)
    await showAll()
    const { promise, resolve } = Promise.withResolvers<null>()
    intercept = async (call) => (call.endsWith(`/${task.id}`) ? promise : null)
    const both = ['First', 'Second'].map((title) => runner.runAndWait(changeTask, { task, patch: { title } }))
    await runner.runAndWait(changeTask, { task: other, patch: { title: 'Other' } })
    expect(requests.map(({ call }) => call)).toEqual([
      `PATCH /api/tasks/${task.id}`,
      `PATCH /api/tasks/${other.id}`,
    ])
    expect(shownTask(task.id)?.title).toBe('Second')
    resolve(null)
    await Promise.all(both)
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Second', version: 3 })
  })

  it('sends the order of a level after a task has moved there', async () => {
    const [task, held] = [await makeTask(person), await makeTask(person, { priority: 4 })]
    await showAll()
    let losses = 1
    intercept = async () => {
      if (losses-- > 0) throw new TypeError('the request was lost')
      return null
    }
    const positions = [task, held].map(({ id }, position) => ({ id, position }))
    await Promise.all([
      runner.runAndWait(changeTask, { task, patch: { priority: 4 } }),
      runner.runAndWait(orderLevel, { level: 4, order: { positions } }),
    ])
    expect(shown().map(({ id }) => id)).toEqual([task.id, held.id])
  })

  it('isn’t sent with a version known to be outdated, so its caller handles the conflict', async () => {
    const task = await makeTask(person)
    await person.patch(`/api/tasks/${task.id}`, { notes: 'from elsewhere' })
    await showAll()
    const before = toasts.get()
    const running = runner.runAndWait(changeTask, { task, patch: { title: 'Mine' } }, { seen: task.version })
    await expect(running).rejects.toMatchObject({ code: 'changed', body: { task: { version: 2 } } })
    expect(requests).toEqual([])
    expect(toasts.get()).toBe(before)
  })

  it('is rejected by the server if the version has changed in the meantime', async () => {
    const task = await makeTask(person)
    await showAll()
    await person.patch(`/api/tasks/${task.id}`, { notes: 'from elsewhere' })
    const running = runner.runAndWait(changeTask, { task, patch: { title: 'Mine' } }, { seen: task.version })
    await expect(running).rejects.toBeInstanceOf(ApiError)
    expect(requests).toHaveLength(1)
    expect(await readTask(person, task.id)).toMatchObject({ title: 'A task', notes: 'from elsewhere' })
  })

  it.each(['change', 'order', 'bulk change'] as const)(
    'doesn’t bring back a task that was deleted elsewhere before the response to its %s',
    async (kind) => {
      const task = await makeTask(person)
      await showAll()
      const { promise, resolve } = Promise.withResolvers<void>()
      vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
        const response = await fetchFrom(person, path, init)
        requests.push({ call: path, key: null })
        await promise
        return response
      })
      const patch = { category: 'Meeting' }
      const order = { positions: [{ id: task.id, position: 0 }] }
      const running = {
        change: () => runner.runAndWait(changeTask, { task, patch }),
        order: () => runner.runAndWait(orderLevel, { level: task.priority, order }),
        'bulk change': () =>
          runner.runAndWait(changeSeveral, { action: 'change', changes: [{ task, patch }] }),
      }[kind]()
      await until(() => expect(requests).toHaveLength(1))
      await person.delete(`/api/tasks/${task.id}`)
      showChanged(client, [{ id: task.id, deleted: true }])
      resolve()
      await running
      expect(shown()).toEqual([])
    },
  )

  it('says in the second line of the toast that the form also completed the task', async () => {
    const task = await makeTask(person, { title: 'Call the bank' })
    await showAll()
    await runner.runAndWait(changeTask, { task, patch: { completed: true, notes: 'Done.' } })
    expect(toasts.get()).toMatchObject({ title: 'Task updated', text: 'Completed. Call the bank' })
  })

  it('shows no toast and can’t be undone when run quietly', async () => {
    const task = await makeTask(person)
    await showAll()
    const before = toasts.get()
    await runner.runQuietly(changeTask, { task, patch: { title: 'Quiet' } })
    runner.undoLatest()
    await vi.advanceTimersByTimeAsync(100)
    expect(toasts.get()?.id).toBe(before?.id)
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Quiet' })
  })
})

describe('undo', () => {
  it('restores a completed task’s position', async () => {
    const [first, second, third] = await fillLevel(person, 4, 3)
    await showAll()
    await runner.runAndWait(changeTask, { task: second!, patch: { completed: true } })
    runner.undoLatest()
    await until(async () =>
      expect(await readTasks(person)).toMatchObject(
        [first, second, third].map((task) => ({ id: task!.id, completed: false })),
      ),
    )
  })

  it('restores a level’s order', async () => {
    const tasks = await fillLevel(person, 5, 3)
    await showAll()
    const order = { positions: tasks.toReversed().map(({ id }, position) => ({ id, position })) }
    await runner.runAndWait(orderLevel, { level: 5, order })
    expect(listed().map(({ id }) => id)).toEqual(tasks.map(({ id }) => id).toReversed())
    runner.undoLatest()
    await until(() => expect(listed().map(({ id }) => id)).toEqual(tasks.map(({ id }) => id)))
  })

  it('undoes one of two reorderings sent in quick succession', async () => {
    const [a, b, c] = (await fillLevel(person, 5, 3)).map(({ id }) => id)
    await showAll()
    const page = createRunner({ client, calls: pageCalls })
    const reorder = (ids: (number | undefined)[]) => {
      const positions = ids.map((id = 0, position) => ({ id, position }))
      return page.runAndWait(orderLevel, { level: 5, order: { positions } })
    }
    await Promise.all([reorder([b, a, c]), reorder([b, c, a])])
    expect(listed().map(({ id }) => id)).toEqual([b, c, a])
    page.undoLatest()
    await until(() => expect(listed().map(({ id }) => id)).toEqual([b, a, c]))
  })

  it('keeps a value that another device has since saved', async () => {
    const task = await makeTask(person, { description: 'Before' })
    await showAll()
    await runner.runAndWait(changeTask, { task, patch: { description: 'Mine' } })
    await person.patch(`/api/tasks/${task.id}`, { description: 'Theirs' })
    await showAll()
    runner.undoLatest()
    await until(() => expect(toasts.get()).toMatchObject({ text: 'Can’t undo: the task has since changed.' }))
    expect(await readTask(person, task.id)).toMatchObject({ description: 'Theirs' })
  })

  it('keeps tracked time that was saved after another device had completed the task', async () => {
    const task = await makeTask(person)
    await showAll()
    await person.patch(`/api/tasks/${task.id}`, { completed: true, elapsedTime: 30 })
    const { undo } = await runner.runAndWait(changeTask, {
      task,
      patch: { completed: true, elapsedTime: 90 },
    })
    await undo()
    expect(await readTask(person, task.id)).toMatchObject({ completed: false, elapsedTime: 90 })
  })

  it('restores a deleted task with its original id', async () => {
    const task = await makeTask(person, { notes: 'kept' })
    await showAll()
    await runner.runAndWait(deleteTask, task)
    expect(shown()).toEqual([])
    runner.undoLatest()
    await until(() => expect(listed()).toMatchObject([{ id: task.id, notes: 'kept' }]))
  })

  it('restores the dates of several tasks as one change', async () => {
    const [one, two] = await fillLevel(person, 6, 2)
    await showAll()
    const first = runner.runAndWait(changeTask, { task: one!, patch: { dueDate: '2026-12-01' } })
    const changes = [{ task: two!, patch: { dueDate: '2026-12-05' } }]
    const undoesToo = first.then(({ undo }) => undo)
    await runner.runAndWait(changeSeveral, { action: 'change', changes }, { undoesToo })
    expect(listed().map(({ dueDate }) => dueDate)).toEqual(['2026-12-01', '2026-12-05'])
    runner.undoLatest()
    await until(async () =>
      expect((await readTasks(person)).map(({ dueDate }) => dueDate)).toEqual([null, null]),
    )
  })

  it('waits for a pending call, because it is the latest change', async () => {
    const task = await makeTask(person)
    await showAll()
    await runner.runAndWait(changeTask, { task, patch: { title: 'First' } })
    const { promise, resolve } = Promise.withResolvers<null>()
    intercept = async (call) => (call.startsWith('PATCH') ? promise : null)
    runner.run(changeTask, { task: listed()[0]!, patch: { title: 'Second' } })
    runner.undoLatest()
    resolve(null)
    await until(async () =>
      expect(await readTask(person, task.id)).toMatchObject({ title: 'First', version: 4 }),
    )
  })

  it('with the keyboard closes the toast that offered it', async () => {
    const task = await makeTask(person)
    await showAll()
    await runner.runAndWait(changeTask, { task, patch: { title: 'Renamed' } })
    expect(toasts.get()).toMatchObject({ open: true, action: { label: 'Undo' } })
    runner.undoLatest()
    await until(async () => expect(await readTask(person, task.id)).toMatchObject({ title: 'A task' }))
    expect(toasts.get()?.open).toBe(false)
  })

  it('reports its failure', async () => {
    const task = await makeTask(person, { priority: 1 })
    await showAll()
    await runner.runAndWait(changeTask, { task, patch: { priority: 2 } })
    await fillLevel(person, 1, 3)
    runner.undoLatest()
    await until(() =>
      expect(toasts.get()).toMatchObject({ variant: 'destructive', text: 'Level 1 is full (3 of 3).' }),
    )
  })
})

describe('redo', () => {
  it('completes a task and creates the next occurrence again, without adding time twice', async () => {
    const task = await makeTask(person, {
      isRecurring: true,
      recurrenceFrequency: 'Daily',
      dueDate: '2040-01-01',
    })
    await showAll()
    const patch = { completed: true, elapsedTime: 60 }
    await runner.runAndWait(changeTask, { task, patch, press: 'complete' })
    expect(toasts.get()).toMatchObject({
      title: 'Task completed',
      text: 'Logged 1m 0s. Next one is due on Jan 2, 2040.',
    })
    runner.undoLatest()
    await until(async () => expect(await readTask(person, task.id)).toMatchObject({ completed: false }))
    await person.patch(`/api/tasks/${task.id}`, { elapsedTime: 90 })
    runner.redoLatest()
    await until(() =>
      expect(toasts.get()).toMatchObject({
        title: 'Completed again',
        text: 'Next one is due on Jan 2, 2040.',
      }),
    )
    expect(await readTask(person, task.id)).toMatchObject({ completed: true, elapsedTime: 90 })
    expect(await readTasks(person)).toHaveLength(2)
    toasts.get()?.action?.run()
    await until(async () => expect(await readTask(person, task.id)).toMatchObject({ completed: false }))
  })

  it('copies a task again, and undo then deletes the new copy', async () => {
    const [first] = await fillLevel(person, 5, 3)
    await showAll()
    await runner.runAndWait(duplicateTask, first!)
    runner.undoLatest()
    await until(() => expect(shown()).toHaveLength(3))
    runner.redoLatest()
    await until(() => expect(shown()).toHaveLength(4))
    runner.undoLatest()
    await until(async () => expect(await readTasks(person)).toHaveLength(3))
  })
})

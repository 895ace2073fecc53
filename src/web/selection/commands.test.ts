import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { openTasksAtLevel } from '#domain/tasks/level.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { ApiError } from '../sync/api.ts'
import { createCallsInMemory, withCalls } from '../sync/runner/calls.ts'
import { createRunner } from '../sync/runner/runner.ts'
import { changeTask, deleteTask } from '../tasks/data/commands.ts'
import { TASKS_KEY, hasTaskChange } from '../tasks/data/task-cache.ts'
import { onTaskEnd, timeSaver } from '../tasks/data/task-ends.ts'
import { compareTasks } from '../tasks/data/task-list.ts'
import { toasts } from '../toasts/toast.ts'
import { changeSeveral, deleteSeveral } from './commands.ts'

let app: TestApp
let person: Client
let client: QueryClient
let runner: ReturnType<typeof createRunner>
const calls = createCallsInMemory()
let requests: { call: string; key: string | null }[]
/** The number of responses to lose after the server has run the request. */
let lost: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
  app = await buildTestApp()
  person = await signUp(app)
  client = new QueryClient()
  runner = createRunner({ client, calls })
  requests = []
  lost = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('idempotency-key')
    if (key) requests.push({ call: `${init.method} ${path}`, key })
    const response = await fetchFrom(person, path, init)
    if (key && lost-- > 0) throw new TypeError('the response was lost')
    return response
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await app.close()
})

const listed = () => client.getQueryData<Task[]>(TASKS_KEY) ?? []
const shown = () => withCalls<readonly Task[]>(TASKS_KEY, listed(), calls.get())
const showAll = async () => client.setQueryData(TASKS_KEY, await readTasks(person))
const stored = async () => (await readTasks(person)).toSorted(compareTasks)
const valuesOf = (task: Task) => ({ ...task, version: 0, updatedAt: '' })

/** Resolves to the tasks that are shown when an undo is sent. */
function shownAtUndo(): Promise<readonly Task[]> {
  return new Promise((resolve) => {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path === '/api/undo') resolve(shown())
      return fetchFrom(person, path, init)
    })
  })
}

describe('changing several tasks', () => {
  it('shows the result immediately, sends one request, and one undo restores values and positions', async () => {
    const tasks = [...(await fillLevel(person, 1, 3)), ...(await fillLevel(person, 2, 2))]
    await showAll()
    const before = listed().map(valuesOf)
    const changes = [tasks[0], tasks[3]].flatMap((task) =>
      task ? [{ task, patch: { priority: 5 as const } }] : [],
    )
    const running = runner.runAndWait(changeSeveral, { action: 'move', changes })
    expect(shown().filter(({ priority }) => priority === 5)).toHaveLength(2)
    const { undo } = await running
    expect(toasts.get()).toMatchObject({ title: '2 tasks moved', text: '“Task 0” and “Task 0”' })
    expect(listed()).toEqual(await stored())
    await undo()
    expect(requests.map(({ call }) => call)).toEqual(['POST /api/tasks/bulk', 'POST /api/undo'])
    expect(listed()).toEqual(await stored())
    expect(listed().map(valuesOf)).toEqual(before)
  })

  it('shows the former due dates as soon as it is undone, also while the undo waits', async () => {
    await fillLevel(person, 1, 2)
    await showAll()
    const changes = listed().map((task) => ({ task, patch: { dueDate: '2026-12-24' } }))
    const { undo } = await runner.runAndWait(changeSeveral, { action: 'change', changes })
    expect(listed().map(({ dueDate }) => dueDate)).toEqual(['2026-12-24', '2026-12-24'])
    const sent = shownAtUndo()
    await undo()
    expect((await sent).map(({ dueDate }) => dueDate)).toEqual([null, null])
    expect(listed()).toEqual(await stored())
  })

  it('counts as lost without a response, so that a later change of the task is sent', async () => {
    const task = await makeTask(person)
    await showAll()
    const answer = fetch
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const input = { action: 'change', changes: [{ task, patch: { category: 'Meeting' } }] } as const
    const first = runner.runQuietly(changeSeveral, input).catch(({ status }: ApiError) => status)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await first).toBe(0)
    vi.stubGlobal('fetch', answer)
    const { changed } = await runner.runQuietly(changeTask, { task, patch: { title: 'Second' } })
    expect(changed.title).toBe('Second')
  })

  it('lets live updates reload a task that only another device changed', async () => {
    const task = await makeTask(person, { category: 'Meeting' })
    await showAll()
    await person.patch(`/api/tasks/${task.id}`, { title: 'Theirs' })
    const changes = [{ task, patch: { category: 'Meeting' } }]
    await runner.runAndWait(changeSeveral, { action: 'change', changes })
    expect(hasTaskChange(client, { kind: 'task', id: task.id, version: 2 })).toBe(false)
  })

  it.each([
    ['1 task updated', '“Theirs”', ['Meeting', 'Task']],
    ['No tasks updated', '', ['Task', 'Task']],
  ])('counts only tasks that changed: "%s"', async (title, text, categories) => {
    const tasks = await Promise.all(
      categories.map((category) =>
        makeTask(person, { title: category === 'Task' ? 'Mine' : 'Theirs', category }),
      ),
    )
    await showAll()
    const changes = tasks.map((task) => ({ task, patch: { category: 'Task' } }))
    await runner.runAndWait(changeSeveral, { action: 'change', changes })
    expect(toasts.get()).toMatchObject({ title, text })
  })

  it('shows the next occurrences of completed recurring tasks', async () => {
    const tasks = [await makeTask(person), await makeRecurring(person)]
    await showAll()
    const changes = tasks.map((task) => ({ task, patch: { completed: true } }))
    await runner.runAndWait(changeSeveral, { action: 'complete', changes })
    expect(listed()).toHaveLength(3)
    expect(listed()).toEqual(await stored())
  })

  it('retries with the same key after a lost response, and creates the next occurrence only once', async () => {
    const task = await makeRecurring(person)
    await showAll()
    lost = 1
    const changes = [{ task, patch: { completed: true } }]
    await runner.runAndWait(changeSeveral, { action: 'complete', changes })
    expect(requests).toHaveLength(2)
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1)
    expect(listed()).toEqual(await stored())
    expect(listed()).toHaveLength(2)
  })

  it.each(['one task', 'several'])(
    'saves the time of the next occurrence before undo, so that undo keeps it (%s)',
    async (which) => {
      const task = await makeRecurring(person)
      await showAll()
      const patch = { completed: true }
      const { undo } =
        which === 'several'
          ? await runner.runAndWait(changeSeveral, { action: 'complete', changes: [{ task, patch }] })
          : await runner.runAndWait(changeTask, { task, patch })
      const save = vi.spyOn(timeSaver, 'save').mockImplementation(async ([timed]) => {
        await person.patch(`/api/tasks/${timed?.id}`, { elapsedTime: 1800 })
      })
      await undo()
      expect(save).toHaveBeenCalledOnce()
      expect((await stored()).map(({ completed, elapsedTime }) => [completed, elapsedTime])).toEqual([
        [false, 0],
        [false, 1800],
      ])
    },
  )

  it('keeps an undo whose time could not be saved first, so that it can be repeated', async () => {
    const task = await makeRecurring(person)
    await showAll()
    await runner.runAndWait(changeTask, { task, patch: { completed: true } })
    vi.spyOn(timeSaver, 'save').mockRejectedValueOnce(new ApiError(503, 'The server is unavailable.', null))
    runner.undoLatest()
    await until(() => expect(toasts.get()).toMatchObject({ variant: 'destructive' }))
    expect(await stored()).toMatchObject([{ completed: true }, {}])
    runner.undoLatest()
    await until(async () => expect(await stored()).toMatchObject([{ completed: false }]))
  })

  it('changes nothing if the level has filled up, and lists the tasks that do not fit', async () => {
    await fillLevel(person, 1, 2)
    const tasks = await fillLevel(person, 9, 2)
    client.setQueryData(TASKS_KEY, tasks)
    const changes = tasks.map((task) => ({ task, patch: { priority: 1 as const } }))
    await expect(runner.runAndWait(changeSeveral, { action: 'move', changes })).rejects.toThrow(/409/)
    expect(toasts.get()).toMatchObject({
      title: 'Couldn’t move 2 tasks',
      text: 'Level 1 has only 1 free slot. No room for “Task 1”.',
      variant: 'destructive',
    })
    expect(shown()).toEqual(tasks)
  })

  it('lists tasks that another device deleted', async () => {
    const tasks = await fillLevel(person, 9, 2)
    await showAll()
    await person.delete(`/api/tasks/${tasks[1]?.id}`)
    await expect(runner.runAndWait(deleteSeveral, tasks)).rejects.toThrow(/404/)
    expect(toasts.get()).toMatchObject({
      title: 'Couldn’t delete 2 tasks',
      text: 'Deleted on another device: “Task 1”.',
    })
  })

  it('hides next occurrences while undo is being sent, so that no task seems to move up when they go', async () => {
    const tasks = [await makeRecurring(person, { priority: 1 }), ...(await fillLevel(person, 1, 3))]
    await showAll()
    const changes = tasks.map((task) => ({ task, patch: { completed: true } }))
    const { undo } = await runner.runAndWait(changeSeveral, { action: 'complete', changes })
    expect(openTasksAtLevel(listed(), 1)).toHaveLength(1)
    const sent = shownAtUndo()
    await undo()
    expect(openTasksAtLevel(await sent, 1).map(({ id }) => id)).toEqual(tasks.map(({ id }) => id))
  })
})

describe('deleting several tasks', () => {
  it('removes them immediately, and one undo restores them with their dependencies on each other', async () => {
    const [first] = await fillLevel(person, 1, 2)
    await person.patch(`/api/tasks/${first?.id}`, { notes: 'kept' })
    await makeTask(person, { priority: 1, dependencies: [String(first?.id)] })
    await showAll()
    const before = listed().map(valuesOf)
    const tasks = [...listed()]
    const running = runner.runAndWait(deleteSeveral, tasks)
    expect(shown()).toEqual([])
    const { undo } = await running
    expect(await stored()).toEqual([])
    await undo()
    expect(requests.map(({ call }) => call)).toEqual([
      'POST /api/tasks/bulk-delete',
      'POST /api/tasks/bulk-restore',
    ])
    expect(listed()).toEqual(await stored())
    expect(listed().map(valuesOf)).toEqual(before)
  })

  it('stops their timers immediately, as deleting one task does, because the response can be hours away', async () => {
    const [first, second, third] = (await fillLevel(person, 9, 3)) as [Task, Task, Task]
    await showAll()
    const ended: number[] = []
    onTaskEnd('end', (id) => ended.push(id))
    const running = [runner.runAndWait(deleteSeveral, [first, second]), runner.runAndWait(deleteTask, third)]
    expect(ended).toEqual([first.id, second.id, third.id])
    await Promise.all(running)
  })

  it('reports restored tasks, as restoring one task does, so that their uploads resume', async () => {
    const [first, second, third] = (await fillLevel(person, 9, 3)) as [Task, Task, Task]
    await showAll()
    const restored: number[] = []
    onTaskEnd('there', (id) => restored.push(id))
    const several = await runner.runAndWait(deleteSeveral, [first, second])
    const one = await runner.runAndWait(deleteTask, third)
    await several.undo()
    await one.undo()
    expect(restored).toEqual([first.id, second.id, third.id])
  })

  it('shows a restored task in the waiting line if a waiting task has taken its slot', async () => {
    const [first, second] = await fillLevel(person, 1, 4)
    await showAll()
    const { undo } = await runner.runAndWait(deleteSeveral, [first as Task, second as Task])
    await undo()
    expect(listed()).toEqual(await stored())
    expect(openTasksAtLevel(listed(), 1).map(({ title }) => title)).toEqual([
      'Task 0',
      'Task 2',
      'Task 3',
      'Task 1',
    ])
  })

  it('does not show a restored task whose text the page never loaded', async () => {
    const [task] = await fillLevel(person, 1, 1)
    await showAll()
    await person.patch(`/api/tasks/${task?.id}`, { notes: 'from elsewhere' })
    const { undo } = await runner.runAndWait(deleteSeveral, [...listed()])
    await undo()
    expect(listed()).toEqual([])
  })
})

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { completeTask, makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { createCallsInMemory } from '../../sync/runner/calls.ts'
import { realIds } from '../../sync/runner/outbox.ts'
import { createRunner } from '../../sync/runner/runner.ts'
import { createTasks } from '../../quick-add/commands.ts'
import { changeSeveral } from '../../selection/commands.ts'
import { toasts } from '../../toasts/toast.ts'
import { changeTask, duplicateTask, orderLevel } from './commands.ts'
import { TASKS_KEY } from './task-cache.ts'

let app: TestApp
let person: Client
let client: QueryClient
let runner: ReturnType<typeof createRunner>

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  client = new QueryClient()
  runner = createRunner({ client, calls: createCallsInMemory() })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchFrom(person, path, init))
})
afterEach(async () => {
  realIds.clear()
  vi.unstubAllGlobals()
  await app.close()
})

const showAll = async () => client.setQueryData(TASKS_KEY, await readTasks(person))

it('undo of a redo restores the title that another device set before the redo', async () => {
  const task = await makeTask(person)
  const untilTitled = (title: string) =>
    until(async () => expect(await readTask(person, task.id)).toMatchObject({ title }))
  await showAll()
  await runner.runAndWait(changeTask, { task, patch: { title: 'Mine' } })
  runner.undoLatest()
  await untilTitled('A task')
  await person.patch(`/api/tasks/${task.id}`, { title: 'Theirs' })
  await showAll()
  runner.redoLatest()
  await untilTitled('Mine')
  runner.undoLatest()
  await untilTitled('Theirs')
})

it('undo of a start is rejected if another device has changed the end, which could be before the start', async () => {
  const task = await makeTask(person, { startDate: '2026-11-25', endDate: '2026-11-30' })
  await showAll()
  const { undo } = await runner.runAndWait(changeTask, { task, patch: { startDate: '2026-11-20' } })
  await person.patch(`/api/tasks/${task.id}`, { endDate: '2026-11-22' })
  await showAll()
  await expect(undo()).rejects.toThrow('Can’t undo')
  expect(await readTask(person, task.id)).toMatchObject({ startDate: '2026-11-20', endDate: '2026-11-22' })
})

it('undo keeps a completion that another device made first, so that one occurrence is open', async () => {
  const task = await makeRecurring(person)
  await showAll()
  await completeTask(person, task.id)
  const { undo } = await runner.runAndWait(changeTask, { task, patch: { completed: true, notes: 'Done' } })
  await undo()
  const tasks = await readTasks(person)
  expect(tasks.filter(({ completed }) => !completed)).toMatchObject([{ parentTaskId: task.id }])
  expect(tasks.find(({ id }) => id === task.id)).toMatchObject({ completed: true, notes: null })
  await runner.runAndWait(changeTask, { task, patch: { completed: true } })
  expect(toasts.get()).toMatchObject({ action: undefined })
})

it('undo of a reordering includes a task that has since received its real id', async () => {
  const tasks = await fillLevel(person, 6, 3)
  const [first, second, third] = tasks.map(({ id }) => id) as [number, number, number]
  const order = (ids: number[]) => ({ positions: ids.map((id, position) => ({ id, position })) })
  const temporary = tasks.map((task) => (task.id === first ? { ...task, id: -5 } : task))
  client.setQueryData(TASKS_KEY, temporary)
  const { promise: after, resolve } = Promise.withResolvers<void>()
  const input = { level: 6 as const, order: order([second, third, first]) }
  const running = runner.runAndWait(orderLevel, input, { after })
  realIds.set(-5, first)
  await showAll()
  resolve()
  const { undo } = await running
  expect((await readTasks(person)).map(({ id }) => id)).toEqual([second, third, first])
  await undo()
  expect((await readTasks(person)).map(({ id }) => id)).toEqual([first, second, third])
})

it('redo of a copy restores the same task, so that a change to the copy can also be redone', async () => {
  const task = await makeTask(person)
  const untilTitled = (titles: string[]) =>
    until(async () => expect((await readTasks(person)).map(({ title }) => title)).toEqual(titles))
  await showAll()
  const { result: copy } = await runner.runAndWait(duplicateTask, task)
  await runner.runAndWait(changeTask, { task: copy, patch: { title: 'Renamed' } })
  runner.undoLatest()
  await untilTitled(['A task', 'A task'])
  runner.undoLatest()
  await untilTitled(['A task'])
  runner.redoLatest()
  await untilTitled(['A task', 'A task'])
  runner.redoLatest()
  await untilTitled(['A task', 'Renamed'])
  runner.undoLatest()
  await untilTitled(['A task', 'A task'])
  runner.undoLatest()
  await untilTitled(['A task'])
})

it.each([true, false])(
  'redo of a change to the next occurrence finds the one that redo created (single: %s)',
  async (isSingle) => {
    const task = await makeTask(person, {
      isRecurring: true,
      recurrenceFrequency: 'Weekly',
      dueDate: '2026-11-20',
    })
    const open = async () => (await readTasks(person)).filter(({ completed }) => !completed)
    const untilOpen = (values: object) => until(async () => expect(await open()).toMatchObject([values]))
    await showAll()
    const patch = { completed: true }
    if (isSingle) await runner.runAndWait(changeTask, { task, patch })
    else await runner.runAndWait(changeSeveral, { action: 'complete', changes: [{ task, patch }] })
    const [next] = await open()
    await runner.runAndWait(changeTask, { task: next!, patch: { title: 'Renamed' } })
    runner.undoLatest()
    await untilOpen({ id: next!.id, title: 'A task' })
    runner.undoLatest()
    await untilOpen({ id: task.id })
    runner.redoLatest()
    await untilOpen({ title: 'A task', dueDate: '2026-11-27' })
    runner.redoLatest()
    await untilOpen({ title: 'Renamed', dueDate: '2026-11-27' })
  },
)

it('redo of a change to one of several new tasks finds the task that redo created', async () => {
  const untilTitled = (...titles: string[]) =>
    until(async () => expect((await readTasks(person)).map(({ title }) => title)).toEqual(titles))
  await showAll()
  const { result } = await runner.runAndWait(createTasks, { tasks: [{ title: 'One' }, { title: 'Two' }] })
  await runner.runAndWait(changeTask, { task: result[1]!, patch: { title: 'Renamed' } })
  runner.undoLatest()
  await untilTitled('One', 'Two')
  runner.undoLatest()
  await untilTitled()
  runner.redoLatest()
  await untilTitled('One', 'Two')
  runner.redoLatest()
  await untilTitled('One', 'Renamed')
})

it('redo of a change to a task that an earlier redo created finds the task that the next redo creates', async () => {
  const untilTitled = (...titles: string[]) =>
    until(async () => expect((await readTasks(person)).map(({ title }) => title)).toEqual(titles))
  await showAll()
  await runner.runAndWait(createTasks, { tasks: [{ title: 'One' }] })
  runner.undoLatest()
  await untilTitled()
  runner.redoLatest()
  await untilTitled('One')
  await runner.runAndWait(changeTask, { task: (await readTasks(person))[0]!, patch: { title: 'Renamed' } })
  runner.undoLatest()
  await untilTitled('One')
  runner.undoLatest()
  await untilTitled()
  runner.redoLatest()
  await untilTitled('One')
  runner.redoLatest()
  await untilTitled('Renamed')
})

it('undoes and redoes several changes in quick succession one after the other', async () => {
  const other = await makeTask(person)
  const task = await makeRecurring(person)
  await showAll()
  await runner.runAndWait(changeTask, { task: other, patch: { title: 'Other' } })
  const { result } = await runner.runAndWait(changeTask, { task, patch: { completed: true } })
  await runner.runAndWait(changeTask, { task: result.next!, patch: { title: 'Next' } })
  for (let presses = 3; presses > 0; presses--) runner.undoLatest()
  const titles = async () => (await readTasks(person)).map(({ title }) => title)
  await until(async () => expect(await titles()).toEqual(['A task', task.title]))
  for (let presses = 3; presses > 0; presses--) runner.redoLatest()
  await until(async () =>
    expect((await titles()).toSorted()).toEqual(['Next', 'Other', task.title].toSorted()),
  )
})

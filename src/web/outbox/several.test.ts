import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type Level, slotsAtLevel } from '#domain/tasks/priority.ts'
import type { BulkPatch } from '#domain/tasks/bulk.ts'
import { planPushDown } from '#domain/tasks/slots.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openBrowser } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser, OutboxPage } from '#tests/support/outbox-browser.ts'
import { fillLevel, makeTask, readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeSeveral } from '../selection/commands.ts'
import { pushDown, swapTasks } from '../slots/commands.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { toasts } from '../toasts/toast.ts'
import { unsavedTimes } from './rebase.ts'

let person: Client
let browser: OutboxBrowser
let network: Network
let tasks: [Task, Task, Task]
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, browser, network, close } = await openBrowser())
  tasks = [await makeTask(person), await makeTask(person), await makeTask(person)]
})
afterEach(() => close())

/** Opens a page, cuts its connection and changes all tasks in one call. */
async function changeOffline(patch: BulkPatch): Promise<OutboxPage> {
  const page = await browser.openPage(tasks)
  network.state = 'cut'
  page.run(changeSeveral, { action: 'change', changes: tasks.map((task) => ({ task, patch })) })
  await until(() => expect(page.waiting()).toBe(1))
  return page
}

async function reconnect(page: OutboxPage): Promise<void> {
  network.state = 'works'
  await page.outbox.retry()
  await until(() => expect(page.waiting()).toBe(0))
}

const read = () => Promise.all(tasks.map(({ id }) => readTask(person, id)))

it('merges a waiting change to several tasks with other fields that another device changed', async () => {
  const page = await changeOffline({ dueDate: '2026-12-01' })
  await person.patch(`/api/tasks/${tasks[1].id}`, { title: 'Theirs' })
  await reconnect(page)
  expect(page.rejected).toEqual([])
  expect((await read()).map(({ title, dueDate }) => [title, dueDate])).toEqual([
    [tasks[0].title, '2026-12-01'],
    ['Theirs', '2026-12-01'],
    [tasks[2].title, '2026-12-01'],
  ])
})

it('asks only about the tasks whose field another device changed, and changes all other tasks', async () => {
  const page = await changeOffline({ dueDate: '2026-12-01' })
  await person.patch(`/api/tasks/${tasks[1].id}`, { dueDate: '2026-12-24' })
  await reconnect(page)
  expect(page.rejected).toMatchObject([
    { name: 'task.change', rejection: { body: { code: 'changed', task: { id: tasks[1].id } } } },
  ])
  expect((await read()).map(({ dueDate }) => dueDate)).toEqual(['2026-12-01', '2026-12-24', '2026-12-01'])
})

it('asks about a deleted task, and changes all other tasks', async () => {
  const page = await changeOffline({ category: 'Meeting' })
  await person.delete(`/api/tasks/${tasks[0].id}`)
  await reconnect(page)
  expect(page.rejected).toMatchObject([
    { input: { task: { id: tasks[0].id } }, rejection: { body: { code: 'not_found' } } },
  ])
  expect(await readTask(person, tasks[2].id)).toMatchObject({ category: 'Meeting' })
})

it('puts tasks in free slots, and the remaining tasks in the waiting line', async () => {
  const level: Level = 4
  await fillLevel(person, level, slotsAtLevel(level) - 2)
  const page = await changeOffline({ priority: level })
  await makeTask(person, { priority: level })
  await reconnect(page)
  expect(page.rejected).toEqual([])
  expect((await read()).map(({ priority }) => priority)).toEqual([level, level, level])
  expect(page.joined.map(({ id }) => id)).toHaveLength(2)
})

it('runs once if the response to the first request was lost', async () => {
  const page = await browser.openPage(tasks)
  network.state = 'lost'
  page.run(changeSeveral, {
    action: 'move',
    changes: tasks.map((task) => ({ task, patch: { priority: 6 as const } })),
  })
  await until(() => expect(page.waiting()).toBe(1))
  await person.patch(`/api/tasks/${tasks[0].id}`, { priority: 9 })
  await reconnect(page)
  expect(page.rejected).toEqual([])
  expect((await read()).map(({ priority, version }) => [priority, version])).toEqual([
    [9, 3],
    [6, 2],
    [6, 2],
  ])
})

it('sends a single change before later changes to the same task', async () => {
  const page = await changeOffline({ priority: 6 })
  const shown = page.shown().find(({ id }) => id === tasks[0].id)
  page.run(changeTask, { task: shown ?? tasks[0], patch: { priority: 7 } })
  await until(() => expect(page.waiting()).toBe(2))
  await person.patch(`/api/tasks/${tasks[0].id}`, { title: 'Theirs' })
  await reconnect(page)
  expect(page.rejected).toEqual([])
  expect((await read()).map(({ priority }) => priority)).toEqual([7, 6, 6])
  expect(await browser.store.list()).toEqual([])
})

it.each(['swap', 'push-down'])('turns a %s into a move if the board has since changed', async (kind) => {
  const level: Level = 4
  const held = await fillLevel(person, level, slotsAtLevel(level))
  const [task] = tasks
  const other = held.at(-1) ?? task
  const page = await browser.openPage([...tasks, ...held])
  network.state = 'cut'
  const patch = { title: 'Mine' }
  if (kind === 'swap') page.run(swapTasks, { task, other, patch })
  else {
    const plan = planPushDown(task, level, (one) => (one === level ? held : tasks))
    page.run(pushDown, { task, level, moves: plan.moves, patch })
  }
  await until(() => expect(page.waiting()).toBe(1))
  await person.patch(`/api/tasks/${other.id}`, { priority: 9 })
  await makeTask(person, { priority: level })
  await reconnect(page)
  expect(page.rejected).toEqual([])
  expect(page.joined).toMatchObject([{ id: task.id, priority: level }])
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Mine', priority: level })
  expect(await readTask(person, other.id)).toMatchObject({ priority: 9 })
})

it('swaps two tasks even if another device has changed their text', async () => {
  const [task, other] = [tasks[0], await makeTask(person, { priority: 4 })]
  const page = await browser.openPage([...tasks, other])
  network.state = 'cut'
  page.run(swapTasks, { task, other }, { seen: task.version })
  await until(() => expect(page.waiting()).toBe(1))
  await person.patch(`/api/tasks/${task.id}`, { title: 'Theirs' })
  await reconnect(page)
  expect(page.rejected).toEqual([])
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Theirs', priority: 4 })
  expect(await readTask(person, other.id)).toMatchObject({ priority: task.priority })
})

it('adds time exactly once to time saved elsewhere; an undo before sending returns it to the timers', async () => {
  const page = await browser.openPage(tasks)
  network.state = 'cut'
  const complete = () =>
    page.run(changeSeveral, {
      action: 'complete',
      changes: tasks.map((task) => ({ task, version: 1, patch: { completed: true, elapsedTime: 60 } })),
    })
  page.run(changeTask, { task: tasks[0], patch: { notes: 'first' } })
  await until(() => expect(page.waiting()).toBe(1))
  complete()
  await until(() => expect(page.waiting()).toBe(2))
  page.undoLatest()
  await until(() => expect(page.waiting()).toBe(1))
  expect(page.discarded.flatMap(unsavedTimes)).toEqual(tasks.map(({ id }) => ({ taskId: id, seconds: 60 })))

  complete()
  await until(() => expect(page.waiting()).toBe(2))
  await person.patch(`/api/tasks/${tasks[1].id}`, { elapsedTime: 500 })
  network.state = 'lost'
  await page.outbox.retry()
  await reconnect(page)
  expect((await read()).map(({ completed, elapsedTime }) => [completed, elapsedTime])).toEqual([
    [true, 60],
    [true, 560],
    [true, 60],
  ])
})

it('returns its time to the timers if all waiting changes are discarded', async () => {
  const page = await browser.openPage(tasks)
  network.state = 'cut'
  page.run(createTask, { title: 'New' })
  await until(() => expect(page.waiting()).toBe(1))
  page.run(changeSeveral, {
    action: 'complete',
    changes: page.shown().map((task) => ({ task, patch: { completed: true, elapsedTime: 60 } })),
  })
  await until(() => expect(page.waiting()).toBe(2))
  await page.outbox.discardAll()
  expect(await browser.store.list()).toEqual([])
  for (const { id: taskId } of tasks)
    expect(page.discarded.flatMap(unsavedTimes)).toContainEqual({ taskId, seconds: 60 })
  expect(page.chosen).toEqual([])
  // Last, because its task's timer ends with it.
  expect(page.discarded.at(-1)).toMatchObject({ name: createTask.name })
})

it('adds time once if the server ran the change more than a day ago and has forgotten it', async () => {
  const page = await browser.openPage(tasks)
  network.state = 'cut'
  const changes = tasks.map((task) => ({ task, version: 1, patch: { completed: true, elapsedTime: 60 } }))
  page.run(changeSeveral, { action: 'complete', changes })
  await until(() => expect(page.waiting()).toBe(1))
  for (const { id } of tasks) await person.patch(`/api/tasks/${id}`, { completed: true, elapsedTime: 60 })
  const [call] = page.outbox.state.get().entries
  await browser.store.change(call?.seq ?? 0, { triedAt: Date.now() - 24 * 3_600_000 })
  await reconnect(page)
  expect(page.rejected).toEqual([])
  expect((await read()).map(({ elapsedTime }) => elapsedTime)).toEqual([60, 60, 60])
})

it('stores a change right away if it follows one without a response, so a closed page loses neither', async () => {
  const page = await browser.openPage(tasks)
  const send = fetch
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  moveBoth(page).catch(() => undefined)
  await until(async () => expect(await browser.store.list()).toHaveLength(2))
  page.close()
  vi.stubGlobal('fetch', send)
  await browser.openPage(tasks)
  await until(async () =>
    expect((await read()).map(({ dueDate }) => dueDate)).toEqual(['2026-12-01', '2026-12-05', null]),
  )
  expect(network.requests.filter((request) => !request.startsWith('GET '))).toEqual([
    `PATCH /api/tasks/${tasks[0].id}`,
    'POST /api/tasks/bulk',
  ])
})

it('rejects a change without sending it if it follows a rejected one, and shows the first reason', async () => {
  const page = await browser.openPage(tasks)
  await person.delete(`/api/tasks/${tasks[0].id}`)
  await expect(moveBoth(page)).rejects.toThrow('404')
  expect(toasts.get()).toMatchObject({ text: 'This task was deleted on another device.' })
  expect(page.shown()[1]?.dueDate).toBeNull()
  expect(await readTask(person, tasks[1].id)).toMatchObject({ dueDate: null, version: 1 })
  expect(await browser.store.list()).toEqual([])
})

it('undoes the latest change first, even if an earlier one got its response later', async () => {
  const page = await browser.openPage(tasks)
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === `/api/tasks/${tasks[0].id}`) await promise
    return send(path, init)
  })
  const first = page.runAndWait(changeTask, { task: tasks[0], patch: { title: 'First' } })
  await page.runAndWait(changeTask, { task: tasks[1], patch: { title: 'Second' } })
  resolve()
  await first
  page.undoLatest()
  await until(async () =>
    expect(await readTask(person, tasks[1].id)).toMatchObject({ title: tasks[1].title }),
  )
  expect(await readTask(person, tasks[0].id)).toMatchObject({ title: 'First' })
})

/** Moves the first task, and the second one as part of that move. */
function moveBoth(page: OutboxPage): Promise<unknown> {
  const first = page.runAndWait(changeTask, { task: tasks[0], patch: { dueDate: '2026-12-01' } })
  const changes = [{ task: tasks[1], patch: { dueDate: '2026-12-05' } }]
  const undoesToo = first.then(({ undo }) => undo)
  return page.runAndWait(changeSeveral, { action: 'change', changes }, { undoesToo })
}

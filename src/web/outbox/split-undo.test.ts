import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { BulkPatch } from '#domain/tasks/bulk.ts'
import { slotsAtLevel } from '#domain/tasks/priority.ts'
import { planPushDown } from '#domain/tasks/slots.ts'
import type { Task, TaskPatch } from '#domain/tasks/task.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openBrowser } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser, OutboxPage } from '#tests/support/outbox-browser.ts'
import { fillLevel, makeTask, readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeSeveral } from '../selection/commands.ts'
import { pushDown, swapTasks } from '../slots/commands.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { allAnswered } from '../sync/runner/calls.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { toasts } from '../toasts/toast.ts'

const MINE = '2026-12-01'
const THEIRS = '2026-12-24'

let person: Client
let browser: OutboxBrowser
let network: Network
let tasks: [Task, Task, Task]
let page: OutboxPage
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, browser, network, close } = await openBrowser())
  tasks = [await makeTask(person), await makeTask(person), await makeTask(person)]
  page = await browser.openPage(tasks)
})
afterEach(() => close())

const read = () => Promise.all(tasks.map(({ id }) => readTask(person, id)))
const dueDates = async () => (await read()).map(({ dueDate }) => dueDate)
const renameElsewhere = ({ id }: Task) => person.patch(`/api/tasks/${id}`, { title: 'Theirs' })

async function reconnect(): Promise<void> {
  network.state = 'works'
  await page.outbox.retry()
  await until(() => expect(page.waiting()).toBe(0))
  await allAnswered(page.calls)
}

/** Changes the first two tasks offline, in one call. */
async function changeTwoOffline(patch: BulkPatch = { dueDate: MINE }): Promise<void> {
  network.state = 'cut'
  const changes = tasks.slice(0, 2).map((task) => ({ task, patch }))
  page.run(changeSeveral, { action: 'change', changes })
  await until(() => expect(page.waiting()).toBe(1))
}

describe('undo of a change to several tasks that was split', () => {
  it.each([1, 2])('reverts the entire change if another device changed %d of 2 tasks', async (count) => {
    await page.runAndWait(changeTask, { task: tasks[2], patch: { title: 'Earlier' } })
    await changeTwoOffline()
    for (const task of tasks.slice(0, count)) await renameElsewhere(task)
    await reconnect()
    expect(await dueDates()).toEqual([MINE, MINE, null])

    page.undoLatest()
    await until(async () => expect(await dueDates()).toEqual([null, null, null]))
    page.redoLatest()
    await until(() => expect(toasts.get()?.title).toBe('2 tasks updated again'))
    expect(await dueDates()).toEqual([MINE, MINE, null])
    page.undoLatest()
    await until(async () => expect(await dueDates()).toEqual([null, null, null]))
    expect((await readTask(person, tasks[2].id)).title).toBe('Earlier')
    page.undoLatest()
    await until(async () => expect((await readTask(person, tasks[2].id)).title).toBe(tasks[2].title))
  })

  it('shows and stores the entire undo while the server can’t be reached', async () => {
    await changeTwoOffline({ priority: 7 })
    await renameElsewhere(tasks[0])
    await reconnect()
    network.state = 'cut'
    page.undoLatest()
    await until(() => expect(page.waiting()).toBe(2))
    const levels = tasks.map(({ priority }) => priority)
    expect(page.shown().map(({ priority }) => priority)).toEqual(levels)
    await reconnect()
    expect((await read()).map(({ priority }) => priority)).toEqual(levels)
  })

  it('waits until every part has been sent', async () => {
    await changeTwoOffline()
    await renameElsewhere(tasks[0])
    await renameElsewhere(tasks[1])
    network.state = 'works'
    const sending = page.outbox.retry()
    page.undoLatest()
    await sending
    await until(async () => expect(await dueDates()).toEqual([null, null, null]))
    await allAnswered(page.calls)
  })

  it('reverts and redoes only the parts that the server ran', async () => {
    await changeTwoOffline()
    await person.patch(`/api/tasks/${tasks[1].id}`, { dueDate: THEIRS })
    await reconnect()
    expect(page.rejected).toHaveLength(1)
    expect(await dueDates()).toEqual([MINE, THEIRS, null])
    page.undoLatest()
    await until(async () => expect(await dueDates()).toEqual([null, THEIRS, null]))
    page.redoLatest()
    await until(async () => expect((await dueDates())[0]).toBe(MINE))
    expect(await dueDates()).toEqual([MINE, THEIRS, null])
  })

  it('reverts every part after its redo was split again', async () => {
    network.state = 'cut'
    const changes = tasks.map((task) => ({ task, patch: { dueDate: MINE } }))
    page.run(changeSeveral, { action: 'change', changes })
    await until(() => expect(page.waiting()).toBe(1))
    await renameElsewhere(tasks[0])
    await reconnect()
    page.undoLatest()
    await until(async () => expect(await dueDates()).toEqual([null, null, null]))
    await allAnswered(page.calls)
    network.state = 'cut'
    page.redoLatest()
    await until(() => expect(page.waiting()).toBe(2))
    await renameElsewhere(tasks[1])
    await reconnect()
    await until(() => expect(toasts.get()?.title).toBe('3 tasks updated again'))
    page.undoLatest()
    await until(async () => expect(await dueDates()).toEqual([null, null, null]))
  })

  it('isn’t offered if every part was rejected', async () => {
    await changeTwoOffline()
    for (const { id } of tasks.slice(0, 2)) await person.patch(`/api/tasks/${id}`, { dueDate: THEIRS })
    await reconnect()
    expect(page.rejected).toHaveLength(2)
    expect(page.calls.get()).toEqual([])
    page.undoLatest()
    await allAnswered(page.calls)
    expect(await dueDates()).toEqual([THEIRS, THEIRS, null])
  })
})

it('shows the parts of a split change below later changes', async () => {
  await changeTwoOffline()
  const [task] = page.shown()
  page.run(changeTask, { task: task ?? tasks[0], patch: { dueDate: THEIRS } })
  await until(() => expect(page.waiting()).toBe(2))
  await renameElsewhere(tasks[1])
  const send = fetch
  let sent = 0
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    network.state = init.method !== 'GET' && ++sent > 1 ? 'cut' : 'works'
    return send(path, init)
  })
  await page.outbox.retry()
  await until(() => expect(page.waiting()).toBe(3))
  expect(page.shown().map(({ dueDate }) => dueDate)).toEqual([THEIRS, MINE, null])
})

it('undoes no earlier change if the change that undo waited for fails', async () => {
  await fillLevel(person, 1, slotsAtLevel(1))
  const send = fetch
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'PATCH') await reached
    return send(path, init)
  })
  page.run(changeTask, { task: tasks[0], patch: { title: 'Mine' } })
  const move = page.runAndWait(changeTask, { task: tasks[1], patch: { priority: 1 } })
  page.undoLatest()
  setTimeout(reach, 100)
  await expect(move).rejects.toThrow('Level 1 is full')
  await allAnswered(page.calls)
  await page.runAndWait(changeTask, { task: tasks[2], patch: { title: 'Later' } })
  page.undoLatest()
  await until(async () => expect((await readTask(person, tasks[2].id)).title).toBe(tasks[2].title))
  expect((await readTask(person, tasks[0].id)).title).toBe('Mine')
})

it('undoes a completion whose time another tab had already saved', async () => {
  const [task, edited] = tasks
  await page.runAndWait(changeTask, { task: edited, patch: { title: 'Earlier' } })
  const key = newIdempotencyKey()
  const saved = { elapsedTime: 60, notes: 'Saved with the time' }
  await person.patch(`/api/tasks/${task.id}`, saved, { 'idempotency-key': key })
  network.state = 'cut'
  page.run(changeTask, { task, patch: { completed: true, elapsedTime: 60 } }, { key, seen: task.version })
  await until(() => expect(page.waiting()).toBe(1))
  await reconnect()
  expect(await readTask(person, task.id)).toMatchObject({ completed: true, elapsedTime: 60 })
  page.undoLatest()
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ completed: false }))
  expect((await readTask(person, edited.id)).title).toBe('Earlier')
})

it.each(['swap', 'push-down'])('undoes and redoes a move that was a %s', async (kind) => {
  const held = await fillLevel(person, 4, slotsAtLevel(4))
  const [task, , edited] = tasks
  const other = held.at(-1) ?? task
  page = await browser.openPage([...tasks, ...held])
  await page.runAndWait(changeTask, { task: edited, patch: { title: 'Earlier' } })
  network.state = 'cut'
  if (kind === 'swap') page.run(swapTasks, { task, other })
  else {
    const { moves } = planPushDown(task, 4, (level) => (level === 4 ? held : tasks))
    page.run(pushDown, { task, level: 4, moves })
  }
  await until(() => expect(page.waiting()).toBe(1))
  await person.patch(`/api/tasks/${other.id}`, { priority: 9 })
  await reconnect()
  const level = async () => (await readTask(person, task.id)).priority
  expect(await level()).toBe(4)
  page.undoLatest()
  await until(async () => expect(await level()).toBe(task.priority))
  page.redoLatest()
  await until(async () => expect(await level()).toBe(4))
  expect((await readTask(person, edited.id)).title).toBe('Earlier')
})

it('keeps a field that another device had already given the same value', async () => {
  const patch: TaskPatch = { title: 'Same', dueDate: MINE }
  network.state = 'cut'
  page.run(changeTask, { task: tasks[0], patch })
  await until(() => expect(page.waiting()).toBe(1))
  await person.patch(`/api/tasks/${tasks[0].id}`, { title: 'Same' })
  await reconnect()
  expect(await readTask(person, tasks[0].id)).toMatchObject(patch)
  page.undoLatest()
  await until(async () =>
    expect(await readTask(person, tasks[0].id)).toMatchObject({ title: 'Same', dueDate: null }),
  )
})

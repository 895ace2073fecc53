import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openBrowser } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser } from '#tests/support/outbox-browser.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { deleteSeveral } from '../selection/commands.ts'
import { type TaskChange, changeTask, deleteTask, orderLevel } from '../tasks/data/commands.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { unsavedTimes } from './rebase.ts'

let person: Client
let browser: OutboxBrowser
let network: Network
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, browser, network, close } = await openBrowser())
})
afterEach(() => close())

function first<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('The list is empty.')
  return one
}

const untilSent = async (page: { waiting: () => number }) => until(() => expect(page.waiting()).toBe(0))

/** Returns a save of time from a card. */
function log(task: Task, seconds: number): TaskChange {
  const patch = { elapsedTime: task.elapsedTime + seconds, progress: task.progress + 10 }
  return { task, patch, raisesProgress: true }
}

describe('time saved without a connection', () => {
  it('is added once to time saved on another device and to other waiting time', async () => {
    const task = await makeTask(person, { elapsedTime: 100, progress: 20 })
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, log(task, 60), { seen: 1, key: 'first-save' })
    await until(() => expect(page.waiting()).toBe(1))
    const shown = first(page.shown())
    expect(shown).toMatchObject({ elapsedTime: 160, progress: 30 })
    page.run(changeTask, log(shown, 30), { seen: shown.version, key: 'second-save' })
    await until(() => expect(page.waiting()).toBe(2))
    expect([...page.held]).toEqual(['first-save', 'second-save'])
    await person.patch(`/api/tasks/${task.id}`, { elapsedTime: 500, progress: 40 })
    network.state = 'lost'
    await page.outbox.retry()
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 590, progress: 60, version: 4 })
    expect(await browser.store.list()).toEqual([])
  })

  it('counts once when another tab saved it together with other fields', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    await person.patch(`/api/tasks/${task.id}`, { elapsedTime: 60 }, { 'idempotency-key': 'one-save' })
    network.state = 'cut'
    page.run(changeTask, { task, patch: { elapsedTime: 60, notes: 'mine' } }, { seen: 1, key: 'one-save' })
    await until(() => expect(page.waiting()).toBe(1))
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60, notes: 'mine' })
    expect(await browser.store.list()).toEqual([])
  })

  it.each([true, false])(
    'counts once when it is resent a day later, whether it was stored or not (%s)',
    async (isStored) => {
      const task = await makeTask(person, { elapsedTime: 100 })
      const page = await browser.openPage([task])
      if (isStored) await person.patch(`/api/tasks/${task.id}`, { elapsedTime: 160 })
      else await person.patch(`/api/tasks/${task.id}`, { title: 'Renamed' })
      network.state = 'cut'
      page.run(changeTask, { task, patch: { elapsedTime: 160 } }, { seen: 1 })
      await until(() => expect(page.waiting()).toBe(1))
      // Acts as if the server had run the call and forgotten its key.
      const { seq } = first(page.outbox.state.get().entries)
      await browser.store.change(seq, { triedAt: Date.now() - 24 * 3_600_000 })
      network.state = 'works'
      await page.outbox.retry()
      await untilSent(page)
      expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 160 })
      expect(await browser.store.list()).toEqual([])
    },
  )

  it('returns to the timer on undo', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(createTask, { title: 'One' })
    await until(() => expect(page.waiting()).toBe(1))
    page.run(changeTask, log(task, 60), { seen: 1 })
    await until(() => expect(page.waiting()).toBe(2))
    page.undoLatest()
    await until(() =>
      expect(page.discarded.flatMap(unsavedTimes)).toEqual([{ taskId: task.id, seconds: 60 }]),
    )
    expect(await browser.store.list()).toMatchObject([{ name: 'task.create' }])
  })

  it('returns to the timer when its rejected change is discarded', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    const { patch } = log(task, 60)
    page.run(changeTask, { task, patch: { ...patch, title: 'Mine' } }, { seen: 1 })
    await until(() => expect(page.waiting()).toBe(1))
    await person.patch(`/api/tasks/${task.id}`, { title: 'Theirs' })
    network.state = 'works'
    await page.outbox.retry()
    await until(() => expect(page.rejected).toHaveLength(1))
    await page.outbox.discard(first(page.outbox.state.get().entries).seq)
    expect(page.discarded.flatMap(unsavedTimes)).toEqual([{ taskId: task.id, seconds: 60 }])
  })

  it('does not return to the timer if the server may have saved it before the discard', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'lost'
    page.run(changeTask, log(task, 60), { seen: 1 })
    await until(() => expect(page.waiting()).toBe(1))
    await page.outbox.discard(first(page.outbox.state.get().entries).seq)
    expect(page.discarded.flatMap(unsavedTimes)).toEqual([])
    expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60 })
  })
})

describe('a waiting change', () => {
  it('is merged with a change to other fields', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { priority: 4 } })
    page.run(changeTask, { task, patch: { completed: true } })
    await until(() => expect(page.waiting()).toBe(2))
    await person.patch(`/api/tasks/${task.id}`, { title: 'Theirs' })
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Theirs', priority: 4, completed: true })
    expect(page.rejected).toEqual([])
  })

  it('needs a decision if another device moved the task to another level', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { priority: 4 } })
    await until(() => expect(page.waiting()).toBe(1))
    await person.patch(`/api/tasks/${task.id}`, { priority: 6 })
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.rejected).toMatchObject([{ rejection: { body: { code: 'changed', task: { priority: 6 } } } }])
    expect(await readTask(person, task.id)).toMatchObject({ priority: 6 })
  })

  it('needs a decision even if an earlier change to the task was rejected', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { title: 'Mine' } }, { seen: 1 })
    await until(() => expect(page.waiting()).toBe(1))
    const shown = first(page.shown())
    page.run(changeTask, { task: shown, patch: { notes: 'mine' } }, { seen: shown.version })
    await until(() => expect(page.waiting()).toBe(2))
    // A single change, so that the version matches the one that the page expects after its own first change.
    await person.patch(`/api/tasks/${task.id}`, { title: 'Theirs', notes: 'theirs' })
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.rejected).toHaveLength(2)
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Theirs', notes: 'theirs' })
  })

  it('is undone as usual after it has been sent', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    await page.runAndWait(changeTask, { task, patch: { priority: 4 } })
    network.state = 'cut'
    page.undoLatest()
    await until(() => expect(page.waiting()).toBeGreaterThan(0))
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.rejected).toEqual([])
    expect(await readTask(person, task.id)).toMatchObject({ priority: task.priority })
  })

  it('counts as done if it deletes a task that another device has deleted', async () => {
    const [one, two, three] = [await makeTask(person), await makeTask(person), await makeTask(person)]
    const page = await browser.openPage([one, two, three])
    network.state = 'cut'
    page.run(deleteTask, one)
    page.run(deleteSeveral, [two, three])
    await until(() => expect(page.waiting()).toBe(2))
    for (const { id } of [one, two]) await person.delete(`/api/tasks/${id}`)
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.rejected).toEqual([])
    expect(page.shown()).toEqual([])
    expect(await readTasks(person)).toEqual([])
  })

  it('orders the tasks that are still at the level', async () => {
    const [one, two, three] = [await makeTask(person), await makeTask(person), await makeTask(person)]
    const page = await browser.openPage([one, two, three])
    network.state = 'cut'
    const positions = [three, two, one].map(({ id }, position) => ({ id, position }))
    page.run(orderLevel, { level: one.priority, order: { positions } })
    await until(() => expect(page.waiting()).toBe(1))
    await person.patch(`/api/tasks/${two.id}`, { completed: true })
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.rejected).toEqual([])
    const open = (await readTasks(person)).filter(({ completed }) => !completed)
    expect(open.map(({ id }) => id)).toEqual([three.id, one.id])
  })
})

describe('a waiting change of a start', () => {
  it('never makes the start later than an end that another device changed', async () => {
    const task = await makeTask(person, { startDate: '2026-11-20', endDate: '2026-11-30' })
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { startDate: '2026-11-27' } })
    await until(() => expect(page.waiting()).toBe(1))
    await person.patch(`/api/tasks/${task.id}`, { endDate: '2026-11-24' })
    network.state = 'works'
    await page.outbox.retry()
    await until(() => expect(page.rejected).toHaveLength(1))
    expect(await readTask(person, task.id)).toMatchObject({ startDate: '2026-11-20', endDate: '2026-11-24' })
  })
})

describe('a waiting text change while the page lists its task without text', () => {
  it('never overwrites different text, even if the task had none before', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { notes: 'Mine' } })
    await until(() => expect(page.waiting()).toBe(1))
    page.close()
    const response = await person.patch(`/api/tasks/${task.id}`, { notes: 'Theirs' })
    const { description: _, clearGoals: _1, notes: _2, nextSteps: _3, ...short } = response.json<Task>()
    network.state = 'works'
    const later = await browser.openPage([short])
    await until(() => expect(later.rejected).toHaveLength(1))
    expect(await readTask(person, task.id)).toMatchObject({ notes: 'Theirs', version: 2 })
  })
})

describe('a dependency of a change that waits', () => {
  it('on a new task is removed if the new task is discarded, and later edits of the other task stay', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(createTask, { title: 'Book venue' })
    await until(() => expect(page.shown()).toHaveLength(2))
    const { id } = first(page.shown().filter(({ title }) => title === 'Book venue'))
    const shown = () => first(page.shown().filter((one) => one.id === task.id))
    page.run(changeTask, { task, patch: { dependencies: [String(id)] } })
    page.run(createTask, { title: 'Order food', dependencies: [String(id)] })
    page.run(changeTask, { task: shown(), patch: { notes: 'typed' } })
    await until(() => expect(page.waiting()).toBe(4))
    await page.outbox.discard(first(page.outbox.state.get().entries).seq)
    const left = [
      { title: task.title, notes: 'typed', dependencies: [] },
      { title: 'Order food', dependencies: [] },
    ]
    expect(page.shown()).toMatchObject(left)
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.rejected).toEqual([])
    expect(await readTasks(person)).toMatchObject(left)
  })

  it('on a task that another device deleted is left out of a new task', async () => {
    const [gone, there] = [await makeTask(person), await makeTask(person)]
    const page = await browser.openPage([gone, there])
    network.state = 'cut'
    page.run(createTask, { title: 'New', dependencies: [String(gone.id), String(there.id)] })
    await until(() => expect(page.waiting()).toBe(1))
    await person.delete(`/api/tasks/${gone.id}`)
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.rejected).toEqual([])
    expect((await readTasks(person)).at(-1)).toMatchObject({ title: 'New', dependencies: [String(there.id)] })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { User } from '#domain/account/account.ts'
import { OVERLOAD, type OverloadLimits } from '#server/http/overload.ts'
import { type Client, TEST_PASSWORD, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { type Network, restoreNetwork, stubNetwork } from '#tests/support/network.ts'
import { type OutboxBrowser, createOutboxBrowser } from '#tests/support/outbox-browser.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeTask, deleteTask } from '../tasks/data/commands.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { toasts } from '../toasts/toast.ts'

let app: TestApp
/** While its `waiting` is 0, the server rejects every call. */
let overload: OverloadLimits
let person: Client
let browser: OutboxBrowser
let network: Network

beforeEach(async () => {
  overload = { ...OVERLOAD }
  app = await buildTestApp({ overload })
  person = await signUp(app)
  browser = createOutboxBrowser((await person.get('/api/auth/user')).json<User>().id)
  network = stubNetwork(person)
})
afterEach(async () => {
  browser.close()
  restoreNetwork()
  await app.close()
})

function first<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('The list is empty.')
  return one
}

const untilSent = async (page: { waiting: () => number }) => until(() => expect(page.waiting()).toBe(0))

describe('without a connection', () => {
  it('keeps changes on screen and sends them once, in order, when the connection is back', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { title: 'First' } })
    page.run(changeTask, { task, patch: { title: 'Second' } })
    page.run(changeTask, { task, patch: { priority: 2 } })
    await until(() => expect(page.waiting()).toBe(3))
    expect(page.shown()).toMatchObject([{ title: 'Second', priority: 2 }])
    expect(network.requests).toEqual([])
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(network.requests).toEqual([1, 2, 3].map(() => `PATCH /api/tasks/${task.id}`))
    expect(page.outbox.state.get().answered).toBe(3)
    expect(page.listed()).toEqual(await readTasks(person))
    expect(page.listed()).toMatchObject([{ title: 'Second', priority: 2, version: 4 }])
    expect(page.calls.get()).toEqual([])
    expect(await browser.store.list()).toEqual([])
  })

  it('keeps changes across a crash, and the next page shows and sends them', async () => {
    const task = await makeTask(person)
    const crashed = await browser.openPage([task])
    network.state = 'cut'
    crashed.run(changeTask, { task, patch: { title: 'Kept' } })
    await until(() => expect(crashed.waiting()).toBe(1))
    crashed.close()
    const second = await browser.openPage([task])
    expect(second.shown()).toMatchObject([{ title: 'Kept' }])
    network.state = 'works'
    await second.outbox.retry()
    await untilSent(second)
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Kept', version: 2 })
    expect(second.listed()).toMatchObject([{ title: 'Kept', version: 2 }])
  })

  it('sends a change once if its page crashed before the response', async () => {
    const page = await browser.openPage([])
    network.state = 'lost'
    page.run(createTask, { title: 'Once' })
    await until(() => expect(network.requests).toHaveLength(1))
    page.close()
    network.state = 'works'
    const next = await browser.openPage(await readTasks(person))
    await until(async () => expect(await browser.store.list()).toEqual([]))
    expect(await readTasks(person)).toMatchObject([{ title: 'Once' }])
    expect(next.shown()).toHaveLength(1)
  })

  it('keeps a change without a response, and the server runs it once', async () => {
    const page = await browser.openPage([])
    network.state = 'lost'
    page.run(createTask, { title: 'Once' })
    await until(() => expect(page.waiting()).toBe(1))
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(await readTasks(person)).toMatchObject([{ title: 'Once' }])
    expect(page.shown()).toEqual(await readTasks(person))
  })

  it('shows a task only once if a live update delivers it before the response to its creation', async () => {
    const page = await browser.openPage([])
    network.state = 'lost'
    page.run(createTask, { title: 'Once' })
    await until(() => expect(page.waiting()).toBe(1))
    // The test server's clock doesn't advance.
    const createdAt = new Date().toISOString()
    page.client.setQueryData(
      TASKS_KEY,
      (await readTasks(person)).map((task) => ({ ...task, createdAt })),
    )
    expect(page.shown().map(({ id }) => id < 0)).toEqual([true])
    network.state = 'works'
    await untilSent(page)
    expect(page.shown()).toEqual(await readTasks(person))
  })

  it('resends a creation immediately when a live update may have delivered its task', async () => {
    const page = await browser.openPage([])
    network.state = 'lost'
    page.run(createTask, { title: 'Once' })
    await until(() => expect(page.waiting()).toBe(1))
    // After five failures, the next retry is 30 s away.
    await vi.advanceTimersByTimeAsync(25_000)
    network.state = 'works'
    const begun = Date.now()
    page.client.setQueryData(TASKS_KEY, await readTasks(person))
    await untilSent(page)
    expect(Date.now() - begun).toBeLessThan(5000)
  })

  it('shows the changes that another tab may send', async () => {
    const task = await makeTask(person)
    const [one, other] = [await browser.openPage([task]), await browser.openPage([task])]
    network.state = 'cut'
    one.run(changeTask, { task, patch: { title: 'From one' } })
    await until(() => expect(other.waiting()).toBe(1))
    expect(other.shown()).toMatchObject([{ title: 'From one' }])
    network.state = 'works'
    await Promise.all([one.outbox.retry(), other.outbox.retry()])
    await untilSent(one)
    await untilSent(other)
    expect(network.requests).toHaveLength(1)
    for (const page of [one, other]) {
      expect(page.listed()).toMatchObject([{ title: 'From one', version: 2 }])
      expect(page.calls.get()).toEqual([])
    }
  })

  it('keeps a change after the session ended, and sends it after signing in again', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    const { id, email } = (await person.get('/api/auth/user')).json<User>()
    await person.post('/api/logout')
    page.run(changeTask, { task, patch: { title: 'Kept' } })
    await until(() => expect(page.waiting()).toBe(1))
    await until(() => expect(page.outbox.state.get().lock).toBe('signed out'))
    expect(page.shown()).toMatchObject([{ title: 'Kept' }])
    await person.post('/api/login', { email, password: TEST_PASSWORD })
    page.outbox.noteUser(id)
    await untilSent(page)
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Kept' })
  })

  it('queues changes as soon as another page reports that someone else signed in', async () => {
    const page = await browser.openPage([])
    const mine = person
    person = network.person = await signUp(app)
    page.outbox.noteUser((await person.get('/api/auth/user')).json<User>().id)
    page.run(createTask, { title: 'Mine' })
    await until(() => expect(page.waiting()).toBe(1))
    expect(network.requests).toEqual([])
    person = network.person = mine
    page.outbox.noteUser((await person.get('/api/auth/user')).json<User>().id)
    await untilSent(page)
    expect(await readTasks(person)).toMatchObject([{ title: 'Mine' }])
  })

  it('sends nothing while someone else is signed in', async () => {
    const page = await browser.openPage([])
    network.state = 'cut'
    page.run(createTask, { title: 'Mine' })
    await until(() => expect(page.waiting()).toBe(1))
    const mine = person
    person = network.person = await signUp(app)
    network.state = 'works'
    await page.outbox.retry()
    expect(page.outbox.state.get().lock).toBe('other account')
    expect(network.requests).toEqual([])
    expect(await readTasks(person)).toEqual([])
    person = network.person = mine
    await page.outbox.retry()
    expect(await readTasks(person)).toMatchObject([{ title: 'Mine' }])
    expect(page.outbox.state.get().lock).toBeNull()
  })
})

describe('a task created without a connection', () => {
  it('can be changed before it has an id', async () => {
    const page = await browser.openPage([])
    network.state = 'cut'
    page.run(createTask, { title: 'New', priority: 3 })
    await until(() => expect(page.shown()).toHaveLength(1))
    const shown = first(page.shown())
    expect(shown.id).toBeLessThan(0)
    page.run(changeTask, { task: shown, patch: { title: 'Newer' } }, { seen: shown.version })
    await until(() => expect(page.waiting()).toBe(2))
    page.close()
    const next = await browser.openPage([])
    expect(next.shown()).toMatchObject([{ id: shown.id, title: 'Newer' }])
    next.run(changeTask, { task: first(next.shown()), patch: { priority: 4 } })
    await until(() => expect(next.waiting()).toBe(3))
    network.state = 'works'
    await next.outbox.retry()
    await untilSent(next)
    expect(await readTasks(person)).toMatchObject([{ title: 'Newer', priority: 4, version: 3 }])
    expect(next.shown()).toEqual(await readTasks(person))
    // A view that still has the temporary id.
    await next.runAndWait(changeTask, { task: shown, patch: { notes: 'late' } })
    expect(next.listed()).toMatchObject([{ notes: 'late' }])
  })

  it('is discarded together with its changes', async () => {
    const page = await browser.openPage([])
    network.state = 'cut'
    page.run(createTask, { title: 'New' })
    await until(() => expect(page.shown()).toHaveLength(1))
    page.run(changeTask, { task: first(page.shown()), patch: { title: 'Newer' } })
    await until(() => expect(page.waiting()).toBe(2))
    await page.outbox.discard(first(page.outbox.state.get().entries).seq)
    expect(page.shown()).toEqual([])
    expect(page.outbox.state.get().answered).toBe(0)
    expect(await browser.store.list()).toEqual([])
  })

  it('disappears with undo, unless another tab has since changed it', async () => {
    const [one, other] = [await browser.openPage([]), await browser.openPage([])]
    network.state = 'cut'
    for (const [i, title] of ['Tried', 'Changed', 'Undone'].entries()) {
      one.run(createTask, { title })
      await until(() => expect(other.waiting()).toBe(i + 1))
    }
    const changed = first(other.shown().filter(({ title }) => title === 'Changed'))
    other.run(changeTask, { task: changed, patch: { notes: 'typed' } })
    await until(() => expect(one.waiting()).toBe(4))
    expect(await one.outbox.undoLatest()).toBe(true)
    expect(await one.outbox.undoLatest()).toBe(false)
    expect(one.shown()).toMatchObject([{ title: 'Tried' }, { title: 'Changed', notes: 'typed' }])
  })

  it('disappears with undo', async () => {
    const page = await browser.openPage([])
    network.state = 'cut'
    page.run(createTask, { title: 'One' })
    await until(() => expect(page.waiting()).toBe(1))
    page.run(createTask, { title: 'Two' })
    await until(() => expect(page.waiting()).toBe(2))
    page.undoLatest()
    await until(() => expect(page.shown()).toMatchObject([{ title: 'One' }]))
  })
})

it('undoes a change from this tab even if another tab has a waiting change', async () => {
  const task = await makeTask(person)
  const [one, other] = [await browser.openPage([task]), await browser.openPage([task])]
  await one.runAndWait(changeTask, { task, patch: { title: 'Undo me' } })
  network.state = 'cut'
  other.run(createTask, { title: 'Elsewhere' })
  await until(() => expect(one.waiting()).toBe(1))
  one.undoLatest()
  await until(() => expect(one.waiting()).toBe(2))
  expect(one.shown()).toMatchObject([{ title: task.title }, { title: 'Elsewhere' }])
})

describe('a change that the server rejects later', () => {
  it('is kept with the reason, and later changes are sent', async () => {
    const task = await makeTask(person)
    const other = await makeTask(person)
    const page = await browser.openPage([task, other])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { dependencies: [String(other.id)] } })
    page.run(changeTask, { task, patch: { notes: 'sent' } })
    await until(() => expect(page.waiting()).toBe(2))
    await person.patch(`/api/tasks/${other.id}`, { dependencies: [String(task.id)] })
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.outbox.state.get().entries).toMatchObject([
      { state: 'rejected', rejection: { body: { code: 'dependency_cycle' } } },
    ])
    expect(page.rejected).toHaveLength(1)
    expect(await readTask(person, task.id)).toMatchObject({ dependencies: [], notes: 'sent' })
    expect(page.shown().find(({ id }) => id === task.id)).toMatchObject({ dependencies: [], notes: 'sent' })
    await person.patch(`/api/tasks/${other.id}`, { dependencies: [] })
    await page.outbox.resend(first(page.outbox.state.get().entries).seq)
    expect(await readTask(person, task.id)).toMatchObject({ dependencies: [String(other.id)] })
    expect(await browser.store.list()).toEqual([])
  })

  it('moves its task to the waiting line of a level that filled up in the meantime, and reports it', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { priority: 1, position: 1 } })
    await until(() => expect(page.waiting()).toBe(1))
    await fillLevel(person, 1, 3)
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(await browser.store.list()).toEqual([])
    const atLevel = (await readTasks(person)).filter(({ priority }) => priority === 1)
    expect(atLevel.map(({ id }) => id).indexOf(task.id)).toBe(3)
    expect(page.joined).toMatchObject([{ id: task.id, priority: 1 }])
  })

  it('needs a decision if a dependent field changed on another device', async () => {
    const task = await makeTask(person, { category: 'Project', projectName: 'Q4' })
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { category: 'Meeting' } }, { seen: 1 })
    await until(() => expect(page.waiting()).toBe(1))
    await person.patch(`/api/tasks/${task.id}`, { projectName: 'Q1' })
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(page.outbox.state.get().entries).toMatchObject([
      { state: 'rejected', rejection: { body: { code: 'changed', task: { projectName: 'Q1' } } } },
    ])
    expect(await readTask(person, task.id)).toMatchObject({ category: 'Project', projectName: 'Q1' })
  })

  it('is merged with a change to other fields', async () => {
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    network.state = 'cut'
    page.run(changeTask, { task, patch: { title: 'Mine' } }, { seen: 1 })
    await until(() => expect(page.waiting()).toBe(1))
    await person.patch(`/api/tasks/${task.id}`, { notes: 'theirs' })
    network.state = 'works'
    await page.outbox.retry()
    await untilSent(page)
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Mine', notes: 'theirs', version: 3 })
  })

  it('is rejected immediately while the connection works', async () => {
    await fillLevel(person, 1, 3)
    const task = await makeTask(person)
    const page = await browser.openPage([task])
    await expect(page.runAndWait(changeTask, { task, patch: { priority: 1 } })).rejects.toThrow('409')
    expect(page.shown()).toEqual([task])
    expect(toasts.get()).toMatchObject({ text: 'Level 1 is full (3 of 3).' })
    expect(await browser.store.list()).toEqual([])
  })
})

it('keeps a change that an overloaded server rejects, and sends it once', async () => {
  const page = await browser.openPage([])
  const toast = toasts.get()
  overload.waiting = 0
  page.run(createTask, { title: 'Once' })
  await until(() => expect(page.waiting()).toBe(1))
  expect(page.shown()).toMatchObject([{ title: 'Once' }])
  expect(toasts.get()).toBe(toast)
  overload.waiting = OVERLOAD.waiting
  expect(await readTasks(person)).toEqual([])
  await untilSent(page)
  expect(await readTasks(person)).toMatchObject([{ title: 'Once' }])
  expect(page.shown()).toEqual(await readTasks(person))
  expect(page.rejected).toEqual([])
  expect(network.keys.length).toBeGreaterThan(1)
  expect(new Set(network.keys).size).toBe(1)
})

it('fails a call that can’t be sent if the browser can’t store it', async () => {
  const task = await makeTask(person)
  browser.store.add = () => Promise.reject(new Error('The quota is used up.'))
  const page = await browser.openPage([task])
  network.state = 'cut'
  await expect(page.runAndWait(deleteTask, task)).rejects.toThrow('can’t be reached')
  expect(page.shown()).toEqual([task])
  expect(toasts.get()).toMatchObject({ text: 'Failed to delete task. Please try again.' })
})

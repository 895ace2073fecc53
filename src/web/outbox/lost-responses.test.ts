import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Template } from '#domain/templates/template.ts'
import type { TrashPage } from '#domain/trash/trash-schema.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openOutbox } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser, OutboxPage } from '#tests/support/outbox-browser.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeSettings } from '../account/commands.ts'
import { restoreCategory } from '../categories/commands.ts'
import { deleteSeveral } from '../selection/commands.ts'
import { calls } from '../sync/runner/calls.ts'
import { changeTask, deleteTask, duplicateTask } from '../tasks/data/commands.ts'
import { COMPLETED_KEY, findCompleted } from '../tasks/data/completed-cache.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { showChanged } from '../tasks/data/task-cache.ts'
import { TEMPLATES_KEY } from '../templates/changed-templates.ts'
import { deleteTemplate, instantiateTemplate, restoreTemplate } from '../templates/commands.ts'
import { emptyTrash, restoreFromTrash } from '../trash/commands.ts'

let person: Client
let browser: OutboxBrowser
let network: Network
let task: Task
let page: OutboxPage
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, browser, network, task, page, close } = await openOutbox())
})
afterEach(() => close())

/** Loses the next responses to changes at a path, after the server has run them if `isDone`. */
function loseAnswers(lost: string, count: number, isDone: boolean): void {
  const send = fetch
  let left = count
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== lost || init.method === 'GET' || left-- <= 0) return send(path, init)
    if (isDone) await send(path, init)
    throw new TypeError('the response was lost')
  })
}

it('sends changes to a task in order if only the first request and its retry are lost', async () => {
  loseAnswers(`/api/tasks/${task.id}`, 2, false)
  page.run(changeTask, { task, patch: { title: 'First' } })
  page.run(changeTask, { task, patch: { title: 'Second' } })
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ title: 'Second' }))
  await until(() => expect(page.waiting()).toBe(0))
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Second', version: 3 })
  expect(page.rejected).toEqual([])
})

it('doesn’t discard a change as unsent if its response was lost and the session then ended', async () => {
  loseAnswers(`/api/tasks/${task.id}`, 1, true)
  page.run(changeTask, { task, patch: { title: 'Saved' } })
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ title: 'Saved' }))
  await person.post('/api/logout')
  await until(() => expect(page.waiting()).toBe(1))
  expect(await page.outbox.undoLatest()).toBe(false)
})

it('doesn’t retry a lost change as another user who has signed in since', async () => {
  const send = fetch
  let isOther = false
  let tries = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isOther && path === '/api/auth/user') return Response.json({ id: 'someone else' })
    if (path === '/api/tasks' && ++tries === 1) throw new TypeError('the request was lost')
    return send(path, init)
  })
  page.run(createTask, { title: 'Mine' })
  await until(() => expect(tries).toBe(1))
  isOther = true
  page.outbox.noteUser('someone else')
  await until(() => expect(page.waiting()).toBe(1))
  expect(network.requests).toEqual([])
})

it('keeps the order of two added lines if the first request is lost', async () => {
  loseAnswers('/api/tasks', 1, false)
  page.run(createTask, { title: 'First line' })
  page.run(createTask, { title: 'Second line' })
  await until(async () => expect(await readTasks(person)).toHaveLength(3))
  const added = (await readTasks(person)).filter(({ id }) => id !== task.id)
  expect(added.toSorted((a, b) => a.id - b.id).map(({ title }) => title)).toEqual([
    'First line',
    'Second line',
  ])
})

it('empties the trash only after earlier restores, even if their first requests are lost', async () => {
  await person.post('/api/categories', { name: 'Pond' })
  const { id } = (await person.post('/api/templates', { name: 'Move house' })).json<Template>()
  for (const path of [`/api/tasks/${task.id}`, `/api/templates/${id}`, '/api/categories/Pond']) {
    expect((await person.delete(path)).statusCode).toBe(204)
    loseAnswers(`${path}/restore`, 1, false)
  }
  const { asOf } = (await person.get('/api/trash')).json<TrashPage>()
  page.run(restoreFromTrash, { id: task.id })
  page.run(restoreTemplate, { id })
  page.run(restoreCategory, { name: 'Pond' })
  page.run(emptyTrash, { until: asOf })
  await until(() => expect(page.calls.get()).toEqual([]))
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Before' })
  expect((await person.get(`/api/templates/${id}`)).statusCode).toBe(200)
  expect((await person.get('/api/categories')).json()).toContain('Pond')
})

/** Makes two changes without a connection. The second one waits for the first, so it is never sent. */
async function changeOffline(): Promise<void> {
  const other = await makeTask(person)
  network.state = 'cut'
  page.run(changeTask, { task: other, patch: { title: 'Other' } })
  await until(() => expect(page.waiting()).toBe(1))
  page.run(changeTask, { task, patch: { title: 'After' } })
  await until(() => expect(page.waiting()).toBe(2))
}

it('waits for the response before it undoes a change that may have reached the server', async () => {
  await changeOffline()
  network.state = 'works'
  loseAnswers(`/api/tasks/${task.id}`, 1, true)
  await page.outbox.retry()
  expect(page.waiting()).toBe(1)
  page.undoLatest()
  await until(async () =>
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Before', version: 3 }),
  )
  expect(page.discarded).toEqual([])
})

it('undoes nothing if the change that undo waited for is discarded', async () => {
  await page.runAndWait(changeTask, { task, patch: { title: 'Saved' } })
  network.state = 'cut'
  page.run(changeTask, { task: page.listed()[0] ?? task, patch: { priority: 3 } })
  await until(() => expect(page.waiting()).toBe(1))
  page.undoLatest()
  network.state = 'works'
  await page.outbox.discard(page.outbox.state.get().entries[0]?.seq ?? 0)
  await until(() => expect(page.waiting()).toBe(0))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Saved', priority: task.priority })
})

it('redoes nothing if the change that redo waited for is discarded', async () => {
  await page.runAndWait(changeTask, { task, patch: { title: 'Saved' } })
  page.undoLatest()
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ title: 'Before' }))
  await until(() => expect(page.waiting()).toBe(0))
  network.state = 'cut'
  page.run(changeTask, { task: page.listed()[0] ?? task, patch: { priority: 3 } })
  await until(() => expect(page.waiting()).toBe(1))
  page.redoLatest()
  network.state = 'works'
  await page.outbox.discard(page.outbox.state.get().entries[0]?.seq ?? 0)
  await until(() => expect(page.waiting()).toBe(0))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Before', priority: task.priority })
})

it('undoes a waiting change once if undo is pressed twice', async () => {
  await changeOffline()
  page.undoLatest()
  page.undoLatest()
  await until(() => expect(page.waiting()).toBe(1))
  await vi.advanceTimersByTimeAsync(1000)
  expect(page.discarded).toMatchObject([{ input: { patch: { title: 'After' } } }])
})

it('undoes the last action instead of a later change that the page made on its own', async () => {
  await changeOffline()
  void page.runQuietly(changeSettings, { doneSteps: ['task'] })
  await until(() => expect(page.waiting()).toBe(3))
  page.undoLatest()
  await until(() => expect(page.waiting()).toBe(2))
  expect(page.discarded).toMatchObject([{ input: { patch: { title: 'After' } } }])
  expect(page.outbox.state.get().entries.at(-1)).toMatchObject({ name: 'account.changeSettings' })
})

it('undoes one more change immediately if undo is pressed again while the first undo waits', async () => {
  // The commands look for pending calls here.
  page = await browser.openPage([task], calls)
  await page.runAndWait(changeTask, { task, patch: { title: 'First' } })
  await page.runAndWait(changeTask, { task: page.listed()[0] ?? task, patch: { title: 'Second' } })
  const other = await browser.openPage([])
  network.state = 'cut'
  other.run(createTask, { title: 'Elsewhere' })
  await until(() => expect(page.waiting()).toBe(1))
  page.undoLatest()
  page.undoLatest()
  await until(() => expect(page.waiting()).toBe(3))
  expect(page.shown()).toMatchObject([{ title: 'Before' }, {}])
  network.state = 'works'
  await until(async () =>
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Before', version: 5 }),
  )
})

it('sends a change from a tab that closes before its request has ended', async () => {
  const other = await browser.openPage([task])
  const send = fetch
  const { promise, reject } = Promise.withResolvers<never>()
  vi.stubGlobal('fetch', () => promise)
  page.run(changeTask, { task, patch: { title: 'Kept' } })
  await until(async () => expect(await browser.store.list()).toMatchObject([{ state: 'sending' }]))
  await other.outbox.retry()
  page.close()
  vi.stubGlobal('fetch', send)
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ title: 'Kept' }))
  // Later tests of a task with this id would wait for the request.
  reject(new TypeError('the page was closed'))
  await vi.advanceTimersByTimeAsync(3000)
})

/** Makes one access to the database fail, as when the browser has closed it. */
function failOnce(name: 'change' | 'remove'): void {
  vi.spyOn(browser.store, name).mockRejectedValueOnce(new Error('The database connection is closing.'))
}

it('removes a sent change later if the browser can’t remove it immediately', async () => {
  failOnce('remove')
  await page.runAndWait(changeTask, { task, patch: { title: 'Saved' } })
  const other = await browser.openPage([task])
  network.state = 'cut'
  other.run(createTask, { title: 'Later' })
  await until(() => expect(other.waiting()).toBe(1))
  network.state = 'works'
  await until(async () => expect(await browser.store.list()).toEqual([]))
  expect(await readTasks(person)).toMatchObject([{ title: 'Saved', version: 2 }, { title: 'Later' }])
})

it('keeps a change that the browser can mark as waiting only at the second attempt', async () => {
  failOnce('change')
  network.state = 'cut'
  page.run(changeTask, { task, patch: { title: 'Mine' } })
  await until(() => expect(page.waiting()).toBe(1))
  network.state = 'works'
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ title: 'Mine' }))
})

it('keeps a waiting change, although the browser can’t change it', async () => {
  await changeOffline()
  browser.store.change = () => Promise.reject(new Error('The quota is used up.'))
  page.run(createTask, { title: 'New' })
  await until(() => expect(page.waiting()).toBe(3))
  await vi.advanceTimersByTimeAsync(1000)
  expect(page.shown()).toHaveLength(2)
})

it('fails a change that the browser can’t mark as waiting, so that it doesn’t hold up later ones', async () => {
  browser.store.change = () => Promise.reject(new Error('The quota is used up.'))
  failOnce('remove')
  network.state = 'cut'
  await expect(page.runAndWait(changeTask, { task, patch: { title: 'Mine' } })).rejects.toThrow('quota')
  expect(page.shown()).toMatchObject([{ title: 'Before' }])
  await until(async () => expect(await browser.store.list()).toEqual([]))
})

it('shows no pending call once a save and its repetition with the same key have arrived', async () => {
  network.state = 'cut'
  const save = { patch: { elapsedTime: 60, progress: 10 }, task }
  for (let times = 1; times <= 2; times++)
    void page.runQuietly(changeTask, save, { key: 'session.0', seen: task.version })
  await until(() => expect(page.waiting()).toBe(2))
  network.state = 'works'
  void page.outbox.retry()
  await until(() => expect(page.waiting()).toBe(0))
  expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60, version: 2 })
  expect(page.calls.get()).toEqual([])
})

it('shows new tasks as completed if another device completed them before the lost response is repeated', async () => {
  const { id } = (await person.post('/api/templates', { name: 'Office move' })).json<Template>()
  await person.post(`/api/templates/${id}/tasks`, [{ title: 'Sign the lease' }])
  page.client.setQueryData([...COMPLETED_KEY, {}], {
    pages: [{ tasks: [], hasMore: false }],
    pageParams: [0],
  })
  const works = fetch
  loseAnswers(`/api/tasks/${task.id}/duplicate`, Infinity, true)
  loseAnswers(`/api/templates/${id}/instantiate`, Infinity, true)
  page.run(duplicateTask, task)
  page.run(instantiateTemplate, { id, wanted: { projectName: 'Berlin' } })
  await until(() => expect(page.waiting()).toBe(2))
  const created = (await readTasks(person)).filter((one) => one.id !== task.id)
  expect(created).toHaveLength(2)
  for (const one of created) await person.patch(`/api/tasks/${one.id}`, { completed: true })
  vi.stubGlobal('fetch', works)
  void page.outbox.retry()
  await until(() => expect(page.waiting()).toBe(0))
  for (const one of created) expect(findCompleted(page.client, one.id)).toMatchObject({ version: 2 })
})

it('shows a task that another device restored before the lost response to its deletion is repeated', async () => {
  const other = await makeTask(person)
  showChanged(page.client, [other])
  network.state = 'lost'
  page.run(deleteTask, task)
  page.run(deleteSeveral, [other])
  await until(() => expect(page.waiting()).toBe(2))
  expect(await readTasks(person)).toEqual([])
  const paths = [task, other].map(({ id }) => `/api/tasks/${id}/restore`)
  const restored = await Promise.all(paths.map(async (path) => (await person.post(path)).json<Task>()))
  showChanged(page.client, restored)
  network.state = 'works'
  void page.outbox.retry()
  await until(() => expect(page.calls.get()).toEqual([]))
  await until(() => expect(page.shown()).toEqual(restored))
})

it('reloads the templates after a deletion, because another device may have restored the template', async () => {
  const template = (await person.post('/api/templates', { name: 'Office move' })).json<Template>()
  page.client.setQueryData(TEMPLATES_KEY, [template])
  await page.runAndWait(deleteTemplate, template)
  expect(page.client.getQueryState(TEMPLATES_KEY)).toMatchObject({ data: [], isInvalidated: true })
})

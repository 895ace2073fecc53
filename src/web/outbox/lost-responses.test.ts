import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openOutbox } from '#tests/support/open-outbox.ts'
import type { OutboxPage } from '#tests/support/outbox-browser.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeTask } from '../tasks/data/commands.ts'

let person: Client
let network: Network
let task: Task
let page: OutboxPage
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, network, task, page, close } = await openOutbox())
})
afterEach(() => close())

/** Loses the next responses to changes at a path, after the server has run them if `isDone`. */
function loseAnswers(lost: string, count: number, isDone: boolean): void {
  const send = fetch
  let left = count
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== lost || init.method !== 'PATCH' || left-- <= 0) return send(path, init)
    if (isDone) await send(path, init)
    throw new TypeError('the response was lost')
  })
}

it('sends changes of a task in order if only the first request and its retry are lost', async () => {
  loseAnswers(`/api/tasks/${task.id}`, 2, false)
  page.run(changeTask, { task, patch: { title: 'First' } })
  page.run(changeTask, { task, patch: { title: 'Second' } })
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ title: 'Second' }))
  await until(() => expect(page.waiting()).toBe(0))
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Second', version: 3 })
  expect(page.rejected).toEqual([])
})

/** Makes two changes without a connection. The second one waits for the first, so it is never tried. */
async function changeOffline(): Promise<void> {
  const other = await makeTask(person)
  network.state = 'cut'
  page.run(changeTask, { task: other, patch: { title: 'Other' } })
  await until(() => expect(page.waiting()).toBe(1))
  page.run(changeTask, { task, patch: { title: 'After' } })
  await until(() => expect(page.waiting()).toBe(2))
}

it('undoes a waiting change only after its response if an attempt may have reached the server', async () => {
  await changeOffline()
  network.state = 'works'
  loseAnswers(`/api/tasks/${task.id}`, 1, true)
  await page.outbox.retry()
  expect(page.waiting()).toBe(1)
  page.undoLatest()
  await until(async () =>
    expect(await readTask(person, task.id)).toMatchObject({ title: 'Before', version: 3 }),
  )
  expect(page.undone).toEqual([])
})

it('undoes a waiting change once if undo is pressed twice', async () => {
  await changeOffline()
  page.undoLatest()
  page.undoLatest()
  await until(() => expect(page.waiting()).toBe(1))
  await vi.advanceTimersByTimeAsync(1000)
  expect(page.undone).toMatchObject([{ input: { patch: { title: 'After' } } }])
})

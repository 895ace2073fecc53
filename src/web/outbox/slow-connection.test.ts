import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openOutbox } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser, OutboxPage } from '#tests/support/outbox-browser.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeTask, deleteTask } from '../tasks/data/commands.ts'
import { readTask as reload } from '../tasks/data/task-cache.ts'

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

/** Lets the first request with this method hang until `fail` is called. `count` returns how many were sent. */
function hangFirst(method: string) {
  const { promise, reject } = Promise.withResolvers<Response>()
  const send = fetch
  let count = 0
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    init.method === method && ++count === 1 ? promise : send(path, init),
  )
  return { fail: () => reject(new TypeError('ERR_CONNECTION_TIMED_OUT')), count: () => count }
}

it('sends nothing more for a change that was discarded while its first request hung', async () => {
  const { fail, count } = hangFirst('DELETE')
  network.state = 'cut'
  page.run(deleteTask, task)
  await vi.advanceTimersByTimeAsync(21_000)
  await until(() => expect(page.waiting()).toBe(1))
  await page.outbox.discard(page.outbox.state.get().entries[0]?.seq ?? 0)
  const sent = count()
  network.state = 'works'
  fail()
  await vi.advanceTimersByTimeAsync(3000)
  expect(count()).toBe(sent)
})

it('keeps the version chosen in a conflict while the first request hung', async () => {
  const { fail, count } = hangFirst('PATCH')
  page.run(changeTask, { task, patch: { priority: 2 } })
  await person.patch(`/api/tasks/${task.id}`, { priority: 3 })
  await vi.advanceTimersByTimeAsync(21_000)
  await until(() => expect(page.outbox.state.get().entries[0]?.rejection?.body?.task).toBeDefined())
  const [entry] = page.outbox.state.get().entries
  await page.outbox.decide(entry?.seq ?? 0, entry?.rejection?.body?.task as Task, {})
  const sent = count()
  fail()
  await vi.advanceTimersByTimeAsync(3000)
  expect(count()).toBe(sent)
  expect(await readTask(person, task.id)).toMatchObject({ priority: 3 })
})

it('waits for a long text on a slow connection instead of uploading it again and again', async () => {
  network.state = 'cut'
  page.run(changeTask, { task, patch: { notes: 'long '.repeat(9000) } })
  page.run(changeTask, { task, patch: { title: 'Short' } })
  await until(() => expect(page.waiting()).toBe(2))
  network.state = 'works'
  const send = fetch
  let uploads = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (typeof init.body === 'string' && init.body.includes('long')) {
      uploads++
      await new Promise((resolve) => setTimeout(resolve, 25_000))
    }
    return send(path, init)
  })
  void page.outbox.retry()
  await until(() => expect(uploads).toBe(1))
  await vi.advanceTimersByTimeAsync(25_000)
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ title: 'Short' }))
  expect(uploads).toBe(1)
})

it('sends all changes although the reload of a task hangs', async () => {
  const other = await makeTask(person, { title: 'Other' })
  hangFirst('GET')
  void reload(page.client, task.id)
  page.run(changeTask, { task, patch: { title: 'Changed' } })
  network.state = 'cut'
  page.run(changeTask, { task: other, patch: { title: 'Later' } })
  await until(() => expect(page.waiting()).toBe(1))
  network.state = 'works'
  void page.outbox.retry()
  for (let i = 0; i < 6; i++) await vi.advanceTimersByTimeAsync(5000)
  await until(async () => expect(await readTask(person, other.id)).toMatchObject({ title: 'Later' }))
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Changed' })
  expect(await browser.store.list()).toEqual([])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Client, TestApp } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openBrowser } from '#tests/support/open-outbox.ts'
import type { OutboxBrowser, OutboxPage } from '#tests/support/outbox-browser.ts'
import { makeRecurring } from '#tests/support/series.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeSeveral } from '../selection/commands.ts'
import { changeTask } from '../tasks/data/commands.ts'

let app: TestApp
let person: Client
let browser: OutboxBrowser
let network: Network
let close: () => Promise<void>

beforeEach(async () => {
  ;({ app, person, browser, network, close } = await openBrowser())
})
afterEach(() => close())

/** Sends the waiting calls one day later. Returns the due dates of the open tasks. */
async function reconnectTomorrow(page: OutboxPage): Promise<(string | null)[]> {
  await until(() => expect(page.waiting()).toBe(1))
  vi.restoreAllMocks()
  app.clock.advance({ hours: 24 })
  network.state = 'works'
  await page.outbox.retry()
  await until(() => expect(page.waiting()).toBe(0))
  expect(page.rejected).toEqual([])
  const tasks = await readTasks(person)
  return tasks.filter(({ completed }) => !completed).map(({ dueDate }) => dueDate)
}

const makeDaily = () => makeRecurring(person, { recurrenceFrequency: 'Daily' })

it.each([
  ['UTC', '2026-11-20T10:00:00Z'],
  // The user leaves this time zone before the request is sent.
  ['Pacific/Kiritimati', '2026-11-19T10:00:00Z'],
])('creates the occurrence of the day after a task is completed offline in %s', async (zone, now) => {
  const task = await makeDaily()
  const page = await browser.openPage([task])
  network.state = 'cut'
  vi.spyOn(Date.prototype, 'toISOString').mockReturnValue(now)
  vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue(zone)
  page.run(changeTask, { task, patch: { completed: true } })
  expect(await reconnectTomorrow(page)).toEqual(['2026-11-21'])
})

it('creates the occurrences of the day after several tasks are completed offline', async () => {
  const tasks = [await makeDaily(), await makeDaily()]
  const page = await browser.openPage(tasks)
  network.state = 'cut'
  vi.spyOn(Date.prototype, 'toISOString').mockReturnValue('2026-11-20T10:00:00Z')
  const changes = tasks.map((task) => ({ task, patch: { completed: true } }))
  page.run(changeSeveral, { action: 'complete', changes })
  expect(await reconnectTomorrow(page)).toEqual(['2026-11-21', '2026-11-21'])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { LONG_TEXTS, type ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { restoreNetwork, stubNetwork } from '#tests/support/network.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { queryClient } from '../../sync/query-client.ts'
import { withTexts } from './load-texts.ts'
import { findListed, TASKS_KEY } from './task-cache.ts'

let app: TestApp
let page: EventTarget
let task: Task
let short: ShortTask
let isInField: boolean
const open = vi.fn<(task: Task) => void>()

beforeEach(async () => {
  app = await buildTestApp()
  const person = await signUp(app)
  task = await makeTask(person, { notes: 'Ask about parking.' })
  short = Object.fromEntries(
    Object.entries(task).filter(([field]) => !LONG_TEXTS.some((text) => text === field)),
  ) as ShortTask
  stubNetwork(person)
  page = new EventTarget()
  isInField = false
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', { activeElement: { matches: () => isInField } })
  queryClient.setQueryData(TASKS_KEY, [short])
})
afterEach(async () => {
  queryClient.clear()
  restoreNetwork()
  open.mockClear()
  await app.close()
})

const loaded = () => until(() => expect(findListed(queryClient, task.id)).toHaveProperty('notes'))

it('doesn’t open a task if the user begins to type while its text loads', async () => {
  withTexts(queryClient, short, open)
  isInField = true
  page.dispatchEvent(new Event('keydown'))
  await loaded()
  expect(open).not.toHaveBeenCalled()
})

it.each([
  ['the focus returns to a field', () => (isInField = true)],
  ['a key is pressed outside fields', () => page.dispatchEvent(new Event('keydown'))],
])('opens a task if %s while its text loads', async (_what, happen) => {
  withTexts(queryClient, short, open)
  happen()
  await loaded()
  expect(open).toHaveBeenCalledOnce()
})

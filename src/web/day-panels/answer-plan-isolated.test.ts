import { afterEach, beforeEach, expect, it } from 'vitest'

import { DEFAULT_SETTINGS } from '#domain/account/commands.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { restoreNetwork, stubNetwork } from '#tests/support/network.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { currentSettings, settingsQuery } from '../account/settings.ts'
import { queryClient } from '../sync/query-client.ts'
import { calls } from '../sync/runner/calls.ts'
import { undoLatest } from '../sync/runner/run.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { answerPlan } from './answer-plan.ts'

const YESTERDAY = '2026-11-19'
const TODAY = Temporal.PlainDate.from('2026-11-20')

let app: TestApp
let person: Client

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  stubNetwork(person)
})
afterEach(async () => {
  queryClient.clear()
  restoreNetwork()
  await app.close()
})

/** Waits until no call of the page is pending. If one stays pending, the failure shows which. */
const untilAnswered = () => until(() => expect(calls.get()).toEqual([]))

it.each(['today', 'notAtAll'] as const)(
  'keeps the old plan if the choice changes from %s to later, and one undo reverts the change',
  async (first) => {
    const task = await makeTask(person, { plannedFor: YESTERDAY })
    queryClient.setQueryData(TASKS_KEY, [task])
    answerPlan(task, first, true, TODAY, DEFAULT_SETTINGS)
    answerPlan(task, 'later', false, TODAY, DEFAULT_SETTINGS)
    await untilAnswered()
    expect(await readTask(person, task.id)).toMatchObject({ plannedFor: YESTERDAY })
    const putOff = async () => (await person.get('/api/settings')).json().putOffPlans
    expect(await putOff()).toEqual([{ taskId: task.id, until: '2026-11-21' }])
    undoLatest()
    const plannedFor = first === 'today' ? TODAY.toString() : null
    await until(async () => expect(await readTask(person, task.id)).toMatchObject({ plannedFor }))
    expect(await putOff()).toEqual([])
  },
)

it.each(['today', 'notAtAll'] as const)(
  'no longer postpones a task if the choice changes from later to %s',
  async (second) => {
    const task = await makeTask(person, { plannedFor: YESTERDAY })
    queryClient.setQueryData(TASKS_KEY, [task])
    answerPlan(task, 'later', true, TODAY, DEFAULT_SETTINGS)
    answerPlan(task, second, false, TODAY, DEFAULT_SETTINGS)
    await untilAnswered()
    expect((await person.get('/api/settings')).json()).toMatchObject({ putOffPlans: [] })
  },
)

it('keeps what another device postponed in the meantime, and removes expired entries', async () => {
  const task = await makeTask(person, { plannedFor: YESTERDAY })
  const [expired, other] = [
    { taskId: 8, until: YESTERDAY },
    { taskId: 9, until: '2026-11-23' },
  ]
  await person.patch('/api/settings', { putOffPlans: [expired] })
  await queryClient.fetchQuery(settingsQuery)
  await person.patch('/api/settings', { putOffPlans: [other] })
  answerPlan(task, 'later', true, TODAY, currentSettings())
  await untilAnswered()
  expect(currentSettings().putOffPlans).toEqual([other, { taskId: task.id, until: '2026-11-21' }])
})

it('undoes only the second of two quick “Later” answers', async () => {
  const first = await makeTask(person, { plannedFor: YESTERDAY })
  const second = await makeTask(person, { plannedFor: YESTERDAY })
  for (const task of [first, second]) answerPlan(task, 'later', true, TODAY, currentSettings())
  await untilAnswered()
  const putOff = async () => (await person.get('/api/settings')).json().putOffPlans
  expect(await putOff()).toHaveLength(2)
  undoLatest()
  await until(async () => expect(await putOff()).toEqual([{ taskId: first.id, until: '2026-11-21' }]))
})

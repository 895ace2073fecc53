import { expect, it, vi } from 'vitest'

import { sampleDrafts } from '#domain/samples/samples.ts'
import type { Task } from '#domain/tasks/task.ts'
import { openClockOf } from '#tests/support/open-clock.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { changeClock } from '../clock/clock.ts'
import { NO_WORK, returnTime } from '../clock/work-clock.ts'
import { queryClient } from '../sync/query-client.ts'
import { calls } from '../sync/runner/calls.ts'
import { createRunner } from '../sync/runner/runner.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { addSamples, removeSamples } from './commands.ts'

// The dialogs in this module need a browser.
vi.mock('../clock/later-clock.ts', () => import('../clock/save-work.ts'))

const shown = () => queryClient.getQueryData<Task[]>(TASKS_KEY) ?? []

it('saves the time of a sample’s timer before its removal is redone', async () => {
  const { person, task, close } = await openClockOf()
  const runner = createRunner({ client: queryClient, calls })
  await runner.runAndWait(addSamples, { tasks: sampleDrafts(Temporal.Now.plainDateISO()) })
  const { undo } = await runner.runAndWait(
    removeSamples,
    shown().filter(({ id }) => id !== task.id),
  )
  await undo()
  const first = shown().find(({ id }) => id !== task.id)
  changeClock(() => returnTime(NO_WORK, first?.id ?? 0, 60, 'a session'))
  runner.redoLatest()
  await until(() => expect(shown()).toHaveLength(2))
  const left = (await readTasks(person)).filter(({ id }) => id !== task.id)
  expect(left).toMatchObject([{ title: first?.title, elapsedTime: 60 }])
  await close()
})

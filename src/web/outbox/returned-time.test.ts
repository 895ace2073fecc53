import { expect, test } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'

import { beginSave, noteSent, returnTime, sessionOf } from '../clock/work-clock.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { returnTimeOf } from './returned-time.ts'
import type { Waiting } from './waiting.ts'

const task = aTask({ id: 7, elapsedTime: 60 })
const discarded: Waiting = {
  seq: 1,
  userId: 'ada',
  name: changeTask.name,
  input: { task, patch: { elapsedTime: 2460, completed: true } },
  key: 'a.0',
  seen: 1,
  present: { now: '2026-12-01T10:00:00Z', zone: 'UTC' },
  page: 'a page',
  state: 'waiting',
  triedAt: null,
  rejection: null,
}

test('a discarded call returns its time to the timer', () => {
  expect(returnTimeOf(discarded)([])).toMatchObject([{ taskId: 7, countedMs: 2_400_000 }])
})

test.each(['sending', 'waiting'] as const)(
  'a call that was sent, now %s, left its time in the timer',
  (state) => {
    const sent = { version: 1, elapsedTime: 60, at: 0 }
    const clock = noteSent(beginSave(returnTime([], 7, 2400, 'a'), 7, 0), 'a.0', sent)
    const after = returnTimeOf({ ...discarded, state, triedAt: 1 })(clock)
    expect(sessionOf(after, 7)?.countedMs).toBe(2_400_000)
  },
)

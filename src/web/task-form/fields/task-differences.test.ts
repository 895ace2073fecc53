import { expect, test } from 'vitest'

import { taskToForm } from '#domain/tasks/task-form.ts'
import { aTask } from '#tests/support/a-task.ts'

import { taskDifferences } from './task-differences.ts'

test('a start and an end that conflict are shown as one period', () => {
  const saved = taskToForm(aTask({ startDate: '2031-11-20', endDate: '2031-11-24' }))
  const mine = { startDate: '2031-11-27', endDate: '2031-11-30' }
  const fields = ['startDate', 'endDate'] as const
  const [difference] = taskDifferences([{ fields, saved, mine }], saved, saved, [])
  expect(difference).toMatchObject({
    label: 'Start and end',
    saved: { text: 'Thu, Nov 20, 2031 – Mon, Nov 24, 2031' },
    mine: { text: 'Thu, Nov 27, 2031 – Sun, Nov 30, 2031' },
  })
})

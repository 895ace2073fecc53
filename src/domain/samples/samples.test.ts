import { expect, test } from 'vitest'

import { createTasks } from '../tasks/task-rules.ts'
import { slotsAtLevel } from '../tasks/priority.ts'
import { taskDraftSchema } from '../tasks/task-draft.ts'
import { isUntouched, sampleDrafts } from './samples.ts'

const TODAY = Temporal.PlainDate.from('2026-11-19')
const AUTHOR = { userId: 'ada', now: '2026-11-19T10:00:00.000Z' }

const drafts = sampleDrafts(TODAY).map((draft) => taskDraftSchema.parse(draft))
const samples = createTasks(drafts, new Map(), AUTHOR).map((task, id) => ({ id, ...task }))

test('the samples are 12 tasks on eight levels, with free slots on each level', () => {
  expect(drafts).toHaveLength(12)
  const byLevel = Map.groupBy(drafts, ({ priority }) => priority)
  expect([...byLevel.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  for (const [level, tasks] of byLevel) expect(tasks.length).toBeLessThan(slotsAtLevel(level))
  expect(new Set(drafts.map(({ title }) => title)).size).toBe(12)
})

test('the samples have dates relative to today', () => {
  expect(drafts[0]).toMatchObject({ dueDate: '2026-11-19T17:00', startDate: null })
  expect(drafts[1]).toMatchObject({ startDate: '2026-11-19', endDate: '2026-11-20', dueDate: '2026-11-20' })
  expect(drafts.at(-1)?.dueDate).toBeNull()
})

test('the samples never recur, because completing one must not create another task', () => {
  expect(drafts.some(({ isRecurring }) => isRecurring)).toBe(false)
})

test('the samples count as untouched when added, moved, rescheduled or completed', () => {
  for (const task of samples) {
    expect(isUntouched(task)).toBe(true)
    const tried = { priority: 9, position: 3, completed: true, dueDate: '2027-01-01', version: 7 } as const
    expect(isUntouched({ ...task, ...tried })).toBe(true)
  }
})

test.each([
  { title: 'Mine' },
  { description: 'More' },
  { notes: 'Called twice' },
  { category: 'Garden' },
  { estimatedTime: '7 hours' },
  { progress: 10 },
  { elapsedTime: 60 },
  { dependencies: ['7'] },
  { attachments: ['plan.pdf'] },
  { isRecurring: true },
])('the samples become the user’s own after the change %j', (change) => {
  for (const task of samples) expect(isUntouched({ ...task, ...change })).toBe(false)
})

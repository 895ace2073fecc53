import { describe, expect, it } from 'vitest'

import type { Place } from '#domain/tasks/level.ts'
import { initialFields, taskFieldsWith } from '#domain/tasks/task-fields.ts'
import { createTask } from '#domain/tasks/task-rules.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type TaskDraftInput, taskDraftSchema } from '#domain/tasks/task-draft.ts'
import { aTask } from '#tests/support/a-task.ts'

import { repeatTask } from './repeat-task.ts'

const BEFORE = '2026-11-20T09:00:00.000Z'
const NOW = '2026-11-21T09:00:00.000Z'

const create = (input: Partial<TaskDraftInput> = {}) =>
  createTask(taskDraftSchema.parse({ title: 'Redline the contract', ...input }), [], {
    userId: 'u1',
    now: BEFORE,
  })

const task = (fields: Partial<Task>): Task => ({ ...create(), id: 1, ...fields })

const others = (count: number): Place[] =>
  Array.from({ length: count }, (_, i) => ({ id: 100 + i, position: i }))

describe('repeating a task', () => {
  const dates = { dueDate: '2026-12-18', startDate: null, endDate: 'later' }
  const repeat = (fields: Partial<Task>, level: readonly Place[] = []) =>
    repeatTask(task({ isRecurring: true, recurrenceFrequency: 'Weekly', ...fields }), dates, level, {
      userId: 'u1',
      now: NOW,
    })

  it('creates a first version that is open, has no work done, and has the next dates', () => {
    const done = {
      completed: true,
      completedAt: BEFORE,
      progress: 90,
      elapsedTime: 60,
      dependencies: ['7'],
      version: 9,
    }
    expect(repeat(done)).toEqual({
      ...create({ isRecurring: true, recurrenceFrequency: 'Weekly', parentTaskId: 1 }),
      ...dates,
      createdAt: NOW,
      updatedAt: NOW,
    })
  })

  it('puts it at the end of its level, full or not', () => {
    expect(repeat({ priority: 1, position: 0 }, others(30)).position).toBe(30)
  })

  it('has the first task of the series as its parent', () => {
    expect(repeat({ id: 5 }).parentTaskId).toBe(5)
    expect(repeat({ id: 5, parentTaskId: 2 }).parentTaskId).toBe(2)
  })

  it('copies the content with recurrenceForwardContent', () => {
    const content = { clearGoals: 'goals', notes: 'notes', nextSteps: 'steps', attachments: ['plan.pdf'] }
    expect(repeat({ ...content, recurrenceForwardContent: true })).toMatchObject(content)
    expect(repeat(content)).toMatchObject({ clearGoals: null, notes: null, nextSteps: null, attachments: [] })
  })
})

describe('the fields of the next occurrence', () => {
  const dates = { dueDate: null, startDate: null, endDate: null }
  const worked = aTask({
    title: 'Review',
    progress: 40,
    elapsedTime: 60,
    dependencies: ['3'],
    clearGoals: 'goals',
    notes: 'notes',
    nextSteps: 'next',
    attachments: ['plan.pdf'],
    isRecurring: true,
    recurrenceFrequency: 'Weekly',
  })

  it.each([true, false])(
    'include the content of the work canvas only with recurrenceForwardContent: %s',
    (isForwarded) => {
      const task = { ...worked, recurrenceForwardContent: isForwarded }
      const next = repeatTask(task, dates, [], { userId: 'ada', now: task.updatedAt })
      for (const field of taskFieldsWith({ repeats: 'always' })) expect(next[field]).toEqual(task[field])
      for (const field of taskFieldsWith({ repeats: 'never' }))
        expect(next[field]).toEqual(initialFields()[field])
      const content = { clearGoals: 'goals', notes: 'notes', nextSteps: 'next', attachments: ['plan.pdf'] }
      const none = { clearGoals: null, notes: null, nextSteps: null, attachments: [] }
      expect(next).toMatchObject(isForwarded ? content : none)
    },
  )
})

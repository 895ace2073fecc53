import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Place } from './level.ts'
import { canMove, changeTask, completesOccurrence, createTask } from './task-rules.ts'
import type { Task, TaskPatch } from './task.ts'
import { type TaskDraftInput, taskDraftSchema } from './task-draft.ts'

const BEFORE = '2026-11-20T09:00:00.000Z'
const NOW = '2026-11-21T09:00:00.000Z'

const create = (input: Partial<TaskDraftInput> = {}, level: readonly Place[] = []) =>
  createTask(taskDraftSchema.parse({ title: 'Redline the contract', ...input }), level, {
    userId: 'u1',
    now: BEFORE,
  })

const task = (fields: Partial<Task> = {}): Task => ({ ...create(), id: 1, ...fields })
const completed = task({ completed: true, completedAt: BEFORE, position: 4 })

const change = (before: Task, patch: TaskPatch, level: readonly Place[] = []) =>
  changeTask(before, patch, level, { now: NOW })

/** Returns a number of other open tasks, at positions from 0. */
const others = (count: number): Place[] =>
  Array.from({ length: count }, (_, i) => ({ id: 100 + i, position: i }))

describe('the tasks of a level that are passed to a rule', () => {
  it('can be reduced to the last one when a task is created', () => {
    for (const count of [1, 3, 40]) {
      expect(create({}, others(count).slice(-1))).toEqual(create({}, others(count)))
    }
  })

  it('are needed only for a change that can move the task', () => {
    const patches: TaskPatch[] = [
      { priority: 2 },
      { completed: false },
      { title: 'x', notes: 'y', progress: 5, position: 3, category: 'Work', elapsedTime: 60 },
    ]
    expect(patches.map(canMove)).toEqual([true, true, false])
    const inFull = patches.map((patch) => change(completed, patch, others(9)).position)
    expect(inFull).toEqual([9, 9, completed.position])
  })
})

describe('creating a task', () => {
  it('sets its first version, its owner and the current time', () => {
    expect(create({ priority: 3, notes: 'x' })).toMatchObject({
      title: 'Redline the contract',
      priority: 3,
      notes: 'x',
      userId: 'u1',
      version: 1,
      createdAt: BEFORE,
      updatedAt: BEFORE,
      completed: false,
      completedAt: null,
    })
  })

  it.each([
    [undefined, 0, 0],
    [0, 3, 3],
    [undefined, 3, 3],
    [7, 3, 7],
  ])('at position %j of a level with %d tasks puts it at %d', (position, count, expected) => {
    expect(create({ position }, others(count)).position).toBe(expected)
  })

  it('is never rejected because the level is full', () => {
    expect(create({ priority: 1 }, others(30)).position).toBe(30)
  })

  it.each([
    ['Project', 'Renewal', 'Renewal'],
    ['Project', null, null],
    ['Task', 'Renewal', null],
    ['project', 'Renewal', null],
  ])('in category %s with the project %j stores the project %j', (category, projectName, kept) => {
    expect(create({ category, projectName }).projectName).toBe(kept)
  })

  it('as completed sets its completion time to now', () => {
    expect(create({ completed: true }).completedAt).toBe(BEFORE)
  })

  it('requires a frequency if the task recurs', () => {
    expect(() => create({ isRecurring: true })).toThrow(
      expect.objectContaining({
        code: 'invalid',
        issues: [expect.objectContaining({ path: 'recurrenceFrequency' })],
      }),
    )
    expect(create({ isRecurring: true, recurrenceFrequency: 'Weekly' }).recurrenceFrequency).toBe('Weekly')
  })
})

describe('changing a task', () => {
  it('increases its version and updates its change time', () => {
    const after = change(task(), { title: 'New' })
    expect(after).toEqual({ ...task(), title: 'New', version: 2, updatedAt: NOW })
  })

  it('does not mutate the task', () => {
    const before = Object.freeze(task())
    change(before, { title: 'New', completed: true })
    expect(before).toEqual(task())
  })

  it.each<TaskPatch>([
    {},
    { title: 'Redline the contract' },
    { dependencies: [], attachments: [] },
    { completed: false },
    { priority: 5 },
    { priority: 5, position: 9 },
    { position: 9 },
    { projectName: 'Renewal' },
  ])('by %j returns the same object, because nothing changes', (patch) => {
    const before = task()
    expect(change(before, patch)).toBe(before)
  })

  it.each<[TaskPatch, Partial<Task>]>([
    [{ dependencies: ['3', '2'] }, { dependencies: ['3', '2'] }],
    [{ dependencies: ['2'] }, { dependencies: ['2'] }],
    [{ dependencies: [] }, { dependencies: [] }],
  ])('by %j counts as a change, because list contents are compared', (patch, after) => {
    expect(change(task({ dependencies: ['2', '3'] }), patch)).toMatchObject({ ...after, version: 2 })
  })

  it.each<[TaskPatch, string | null]>([
    [{ projectName: 'Extension' }, 'Extension'],
    [{ category: 'Task' }, null],
    [{ category: 'Task', projectName: 'Extension' }, null],
    [{ title: 'New' }, 'Renewal'],
  ])('of a project by %j leaves the project %j', (patch, projectName) => {
    expect(change(task({ category: 'Project', projectName: 'Renewal' }), patch).projectName).toBe(projectName)
  })

  it.each<[Partial<Task>, TaskPatch, boolean]>([
    [{}, { isRecurring: true }, false],
    [{}, { isRecurring: true, recurrenceFrequency: 'Daily' }, true],
    [{ isRecurring: true, recurrenceFrequency: 'Daily' }, { recurrenceFrequency: null }, false],
    [
      { isRecurring: true, recurrenceFrequency: 'Daily' },
      { isRecurring: false, recurrenceFrequency: null },
      true,
    ],
  ])('%j by %j is allowed: %s, because recurring tasks need a frequency', (fields, patch, isAllowed) => {
    const attempt = () => change(task(fields), patch)
    if (isAllowed) expect(attempt).not.toThrow()
    else expect(attempt).toThrow(expect.objectContaining({ code: 'invalid' }))
  })
})

describe('completing a task', () => {
  it('sets the completion time and keeps the position', () => {
    expect(change(task({ position: 4 }), { completed: true }, others(9))).toMatchObject({
      completed: true,
      completedAt: NOW,
      position: 4,
    })
  })

  it('that is already completed keeps its completion time', () => {
    expect(change(completed, { completed: true })).toBe(completed)
    expect(change(completed, { completed: true, notes: 'x' }).completedAt).toBe(BEFORE)
  })
})

describe('reopening a task', () => {
  it('clears its completion time and puts it at the end of its level', () => {
    expect(change(completed, { completed: false }, others(2))).toMatchObject({
      completed: false,
      completedAt: null,
      position: 2,
    })
  })

  it('is never rejected because a level is full, even if the change also moves the task', () => {
    expect(change(completed, { completed: false }, others(30)).position).toBe(30)
    expect(change(completed, { completed: false, priority: 1 }, others(30))).toMatchObject({
      priority: 1,
      position: 30,
    })
  })
})

describe('moving a task to another level', () => {
  it.each<[TaskPatch, number]>([
    [{ priority: 1 }, 2],
    [{ priority: 1, position: 0 }, 2],
    [{ priority: 1, position: 1 }, 1],
    [{ priority: 1, position: 9 }, 9],
  ])('by %j puts it at position %d after two others', (patch, position) => {
    expect(change(task({ position: 4 }), patch, others(2))).toMatchObject({ priority: 1, position })
  })

  it.each<[TaskPatch, number, string]>([
    [{ priority: 1 }, 3, 'Level 1 is full (3 of 3).'],
    [{ priority: 2, position: 1 }, 4, 'Level 2 is full (4 of 3).'],
    [{ priority: 10, title: 'New' }, 10, 'Level 10 is full (10 of 10).'],
  ])('by %j is rejected with %d tasks there: %s', (patch, count, message) => {
    expect(() => change(task(), patch, others(count))).toThrow(
      expect.objectContaining({ code: 'level_full', message }),
    )
  })

  it('puts the task at the end of the waiting line of a full level if waiting is allowed', () => {
    const patch = { priority: 1, position: 1 } as const
    expect(changeTask(task(), patch, others(3), { now: NOW }, true)).toMatchObject({ ...patch, position: 3 })
    expect(changeTask(task(), patch, others(2), { now: NOW }, true), 'with a free slot').toMatchObject(patch)
  })

  it('takes no slot if the task is completed, being completed or reopened, but still sets its position', () => {
    expect(change(completed, { priority: 1 }, others(30))).toMatchObject({ priority: 1, position: 30 })
    expect(change(task({ position: 4 }), { priority: 1, completed: true }, others(30))).toMatchObject({
      priority: 1,
      position: 30,
      completedAt: NOW,
    })
    for (const before of [completed, task()]) {
      const patch = { priority: 1, position: 2, completed: !before.completed } as const
      expect(change(before, patch, others(30))).toMatchObject({ priority: 1, position: 2 })
    }
  })

  it('ignores the limit of a level for a task that stays there', () => {
    expect(
      change(task({ priority: 1, position: 4 }), { priority: 1, title: 'New' }, others(30)).position,
    ).toBe(4)
  })
})

it('a task has a completion time exactly when it is completed, after any changes', () => {
  const patches = fc.array(
    fc.record(
      {
        completed: fc.boolean(),
        priority: fc.constantFrom(1, 5, 10),
        position: fc.nat(5),
        notes: fc.constantFrom('a', null),
      },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(patches, (changes) => {
      let current = task()
      for (const patch of changes) {
        const next = change(current, patch, others(2))
        expect(next.completed).toBe(next.completedAt !== null)
        expect(next.version).toBe(next === current ? current.version : current.version + 1)
        current = next
      }
    }),
  )
})

describe('completing an occurrence', () => {
  const weekly = task({ isRecurring: true, recurrenceFrequency: 'Weekly' })

  it.each([
    ['an open recurring task', weekly, { completed: true }, true],
    [
      'a task that starts to recur',
      task(),
      { completed: true, isRecurring: true, recurrenceFrequency: 'Daily' },
      true,
    ],
    ['a task that stops recurring', weekly, { completed: true, isRecurring: false }, false],
    ['a task that does not recur', task({ recurrenceFrequency: 'Weekly' }), { completed: true }, false],
    [
      'a task that is already completed',
      { ...weekly, completed: true },
      { completed: true, notes: 'x' },
      false,
    ],
    ['a task that is reopened', { ...weekly, completed: true }, { completed: false }, false],
    ['a task that stays open', weekly, { progress: 100 }, false],
  ] as const)('of %s', (_, before, patch, expected) => {
    expect(completesOccurrence(before, change(before, patch))).toBe(expected)
  })
})

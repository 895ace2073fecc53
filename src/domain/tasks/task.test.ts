import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { RECURRENCE_FREQUENCIES } from './recurrence.ts'
import { ID_MAX, POSITION_MAX, levelOrderSchema, taskPatchSchema } from './task.ts'
import { taskDraftSchema } from './task-draft.ts'
import { SECONDS_MAX } from '../limits.ts'

/** Returns the path of each validation error for a new task with these fields. */
function wrongPaths(fields: Record<string, unknown>) {
  const { error } = taskDraftSchema.safeParse({ title: 'Redline the contract', ...fields })
  return error?.issues.map((issue) => issue.path.join('.')) ?? []
}

function firstMessage(fields: Record<string, unknown>) {
  return taskDraftSchema.safeParse({ title: 'Redline the contract', ...fields }).error?.issues[0]?.message
}

const emoji = (count: number) => '😀'.repeat(count)

describe('a new task', () => {
  it('needs only a title: every other field has its default', () => {
    expect(taskDraftSchema.parse({ title: ' Redline the contract ' })).toEqual({
      title: 'Redline the contract',
      description: null,
      dueDate: null,
      priority: 5,
      category: 'Task',
      projectName: null,
      estimatedTime: null,
      startDate: null,
      endDate: null,
      plannedFor: null,
      progress: 0,
      dependencies: [],
      attachments: [],
      completed: false,
      position: 0,
      isRecurring: false,
      recurrenceFrequency: null,
      recurrenceForwardContent: false,
      parentTaskId: null,
      elapsedTime: 0,
      clearGoals: null,
      notes: null,
      nextSteps: null,
    })
  })

  it('shares no array with another task', () => {
    const [one, other] = [taskDraftSchema.parse({ title: 'a' }), taskDraftSchema.parse({ title: 'b' })]
    one.attachments.push('plan.pdf')
    expect(other.attachments).toEqual([])
    expect(taskDraftSchema.parse({ title: 'c' }).attachments).toEqual([])
  })

  it('drops fields that clients cannot set', () => {
    const body: unknown = JSON.parse(
      '{"title":"x","id":9,"userId":"u2","version":7,"createdAt":"x","updatedAt":"x","completedAt":"x","__proto__":{"priority":1},"constructor":1,"colour":"red"}',
    )
    expect(taskDraftSchema.parse(body)).toEqual(taskDraftSchema.parse({ title: 'x' }))
  })

  it.each([undefined, null, '', '   ', 5])('is rejected without a title: %j', (title) => {
    expect(firstMessage({ title })).toBe('Title is required')
  })
})

describe('accepts a field in range', () => {
  it.each([
    { title: 'x'.repeat(500) },
    { title: emoji(500) },
    { title: `  ${'x'.repeat(500)}  ` },
    { description: emoji(50_000) },
    { description: '' },
    { description: null },
    { dueDate: 'when pigs fly' },
    { dueDate: emoji(100) },
    { dueDate: null },
    { startDate: '2026-11-20' },
    { endDate: null },
    { estimatedTime: '2 hours 30 minutes' },
    { estimatedTime: '' },
    { estimatedTime: null },
    { priority: 1 },
    { priority: 10 },
    { category: emoji(30) },
    { projectName: emoji(200) },
    { projectName: null },
    { progress: 0 },
    { progress: 37 },
    { progress: 100 },
    { dependencies: Array.from({ length: 100 }, (_, i) => i + 1) },
    { attachments: Array.from({ length: 100 }, (_, i) => `file ${i}`) },
    { attachments: [emoji(63), 'x'.repeat(255)] },
    { position: POSITION_MAX },
    { elapsedTime: SECONDS_MAX },
    { parentTaskId: 1 },
    { parentTaskId: null },
    { recurrenceFrequency: null },
    { clearGoals: emoji(50_000) },
    { notes: null },
    { plannedFor: null },
    { plannedFor: '2028-02-29' },
    { nextSteps: null },
  ])('%#', (fields) => {
    expect(wrongPaths(fields)).toEqual([])
  })

  it.each(RECURRENCE_FREQUENCIES)('the frequency %s', (recurrenceFrequency) => {
    expect(wrongPaths({ isRecurring: true, recurrenceFrequency })).toEqual([])
  })
})

describe('rejects a field out of range, with its path', () => {
  it.each([
    ['title', ['x'.repeat(501), emoji(501), 'a\0', 'a\ud800', ['a'], true]],
    ['description', [emoji(50_001), 'a\0', 5, {}]],
    ['dueDate', ['x'.repeat(101), emoji(101), '\ud800', 20_261_120, true]],
    ['startDate', ['x'.repeat(101), 5]],
    ['endDate', ['x'.repeat(101), []]],
    ['plannedFor', ['', 'today', '2026-02-29', '2026-11-19T09:00', 20_261_119]],
    ['estimatedTime', ['x'.repeat(101), 'x'.repeat(50_000), 90]],
    ['priority', [0, 11, 1.5, -1, '5', null, true, Number.NaN, Infinity]],
    ['category', ['', '  ', 'x'.repeat(31), emoji(31), null, 5]],
    ['projectName', ['x'.repeat(201), emoji(201), 5]],
    ['progress', [-1, 101, 0.5, '50', null]],
    ['dependencies', [null, '1', Array.from({ length: 101 }, (_, i) => i + 1)]],
    ['attachments', [null, 'plan.pdf', Array.from({ length: 101 }, () => 'a')]],
    ['completed', ['true', 1, null]],
    ['position', [-1, 0.5, '0', null, ID_MAX + 1]],
    ['isRecurring', [null, 'yes', 1]],
    ['recurrenceFrequency', ['', 'daily', 'Hourly', 1]],
    ['recurrenceForwardContent', [null, 0]],
    ['parentTaskId', [0, -1, '1', 1.5, ID_MAX + 1]],
    ['elapsedTime', [-1, 0.5, '5', null, SECONDS_MAX + 1]],
    ['clearGoals', [emoji(50_001), 5]],
    ['notes', [emoji(50_001), 5]],
    ['nextSteps', [emoji(50_001), 5]],
  ])('%s', (field, values) => {
    for (const value of values) expect(wrongPaths({ [field]: value })).toEqual([field])
  })

  it.each([
    [{ dependencies: [1, 0] }, 'dependencies.1'],
    [{ dependencies: ['1 or 1=1'] }, 'dependencies.0'],
    [{ dependencies: ['01'] }, 'dependencies.0'],
    [{ dependencies: [1.5] }, 'dependencies.0'],
    [{ dependencies: [null] }, 'dependencies.0'],
    [{ attachments: ['a', ''] }, 'attachments.1'],
    [{ attachments: ['x'.repeat(256)] }, 'attachments.0'],
    [{ attachments: [emoji(64)] }, 'attachments.0'],
    [{ attachments: [5] }, 'attachments.0'],
  ])('%j at %s', (fields, path) => {
    expect(wrongPaths(fields)).toEqual([path])
  })

  it.each([[['x']], [['01']], [[0]], [[1.5]], [[null]]])('dependencies %j, and says why', (dependencies) => {
    expect(firstMessage({ dependencies })).toBe('Must be a task id.')
  })

  it('all fields at once', () => {
    expect(wrongPaths({ title: '', priority: 0, progress: 101 })).toEqual(['title', 'priority', 'progress'])
  })
})

describe('normalizes a field', () => {
  it.each([
    [{ title: '  a  ' }, { title: 'a' }],
    [{ title: '../../x <img onerror> \u202E' }, { title: '../../x <img onerror>' }],
    [{ title: 'Buy\nmilk' }, { title: 'Buy milk' }],
    [{ projectName: '\u200B' }, { projectName: null }],
    [{ description: 'e\u0301' }, { description: 'e\u0301' }],
    [{ category: ' Garden ' }, { category: 'Garden' }],
    [{ projectName: ' Renewal ' }, { projectName: 'Renewal' }],
    [{ projectName: '  ' }, { projectName: null }],
    [{ description: '  as typed\n' }, { description: '  as typed\n' }],
    [{ dependencies: [3, '3', 1] }, { dependencies: ['3', '1'] }],
  ])('%j as %j', (fields, kept) => {
    expect(taskDraftSchema.parse({ title: 'x', ...fields })).toMatchObject(kept)
  })
})

describe('a task patch', () => {
  it('has only the sent fields', () => {
    expect(taskPatchSchema.parse({ notes: 'x' })).toEqual({ notes: 'x' })
    expect(taskPatchSchema.parse({})).toEqual({})
    expect(taskPatchSchema.parse({ notes: null, version: 9, id: 4 })).toEqual({ notes: null })
  })

  it.each([
    'title',
    'priority',
    'category',
    'progress',
    'completed',
    'dependencies',
    'attachments',
    'position',
  ])('rejects null for %s', (field) => {
    expect(taskPatchSchema.safeParse({ [field]: null }).error?.issues[0]?.path).toEqual([field])
  })

  it.each([
    'description',
    'dueDate',
    'projectName',
    'estimatedTime',
    'startDate',
    'endDate',
    'recurrenceFrequency',
    'clearGoals',
    'notes',
    'nextSteps',
  ])('accepts null for %s', (field) => {
    expect(taskPatchSchema.parse({ [field]: null })).toEqual({ [field]: null })
  })

  it('rejects or accepts any input without throwing', () => {
    fc.assert(
      fc.property(fc.object(), fc.anything(), (object, anything) => {
        expect(() => taskPatchSchema.safeParse(object)).not.toThrow()
        expect(() => taskDraftSchema.safeParse({ title: 'x', dueDate: anything })).not.toThrow()
      }),
    )
  })
})

describe('checking the order of a level', () => {
  it.each([
    [{ positions: [{ id: 1, position: 0 }] }],
    [{ positions: Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1, position: i })) }],
  ])('accepts %#', (order) => {
    expect(levelOrderSchema.parse(order)).toEqual(order)
  })

  it.each([
    [{}, 'positions'],
    [{ positions: [] }, 'positions'],
    [{ positions: {} }, 'positions'],
    [{ positions: [{ id: 1 }] }, 'positions.0.position'],
    [{ positions: [{ id: '1', position: 0 }] }, 'positions.0.id'],
    [{ positions: [{ id: 1, position: -1 }] }, 'positions.0.position'],
    [{ positions: [{ id: ID_MAX + 1, position: 0 }] }, 'positions.0.id'],
  ])('rejects %j at %s', (order, path) => {
    expect(levelOrderSchema.safeParse(order).error?.issues.map((issue) => issue.path.join('.'))).toEqual([
      path,
    ])
  })

  it('rejects more than 10,000 tasks', () => {
    const positions = Array.from({ length: 10_001 }, (_, i) => ({ id: i + 1, position: i }))
    expect(levelOrderSchema.safeParse({ positions }).success).toBe(false)
  })
})

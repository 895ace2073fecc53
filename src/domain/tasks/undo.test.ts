import { describe, expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'
import { TenfoldError } from '../error.ts'
import type { Level } from './priority.ts'
import type { Task } from './task.ts'
import { type UndoRecord, joinRecords, movedLevels, undoCall, undoRecordOf } from './undo.ts'

const AUTHOR = { userId: 'ada', now: '2026-11-20T11:30:00.000Z', zone: 'UTC' }
const open = (...counts: [Level, number][]) => new Map(counts)

const recordOf = (before: Task, after: Partial<Task>, openNow = open()) =>
  undoRecordOf([{ before, after: { ...before, ...after } }], [], openNow)

function undo(
  record: UndoRecord,
  tasks: readonly Task[],
  { openAt = open(), unchanged = new Set<number>() } = {},
) {
  const taskById = new Map(tasks.map((task) => [task.id, task]))
  return undoCall.rule({ taskById, unchanged, nodes: tasks, openAt }, record, AUTHOR)
}

const codeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof TenfoldError) return error.code
    throw error
  }
  return null
}

describe('undoing a command', () => {
  const before = aTask({ id: 7, title: 'Plan', position: 2, dependencies: ['3'], version: 4 })
  const done = { completed: true, completedAt: '2026-11-19T09:00:00.000Z', dependencies: [] }

  it('restores the changed fields in a new version', () => {
    const after = { ...before, ...done, version: 5 }
    const { changes } = undo(recordOf(before, done), [after, aTask({ id: 3 })])
    expect(changes).toEqual([{ before: after, after: { ...before, version: 6, updatedAt: AUTHOR.now } }])
  })

  it('keeps other changes, files and tracked time', () => {
    const record = recordOf(before, { ...done, elapsedTime: 90, attachments: ['plan.pdf'] })
    const now = { ...before, ...done, title: 'A better plan', elapsedTime: 90, attachments: ['plan.pdf'] }
    const { changes } = undo(record, [now, aTask({ id: 3 })])
    expect(changes[0]?.after).toMatchObject({
      title: 'A better plan',
      elapsedTime: 90,
      attachments: ['plan.pdf'],
      completed: false,
    })
  })

  it.each<[string, Partial<Task>[]]>([
    ['completed again', [{ ...before, ...done, completedAt: AUTHOR.now }]],
    ['reopened', [before]],
    ['deleted', []],
  ])('is rejected if the task has been %s since', (_, tasks) => {
    expect(codeOf(() => undo(recordOf(before, done), tasks as Task[]))).toBe('cannot_undo')
  })

  const project = { category: 'Project', projectName: 'Bridge' }
  const weekly = { isRecurring: true, recurrenceFrequency: 'Weekly' } as const
  it.each<[field: string, before: Partial<Task>, made: Partial<Task>, since: Partial<Task>]>([
    ['category', {}, { category: 'Project' }, { projectName: 'Bridge' }],
    ['project name', project, { projectName: null }, { category: 'Task' }],
    ['recurrence', weekly, { isRecurring: false }, { recurrenceFrequency: null }],
    ['end', { startDate: '2026-11-25' }, { startDate: null }, { endDate: '2026-11-22' }],
  ])('is rejected if a field that belongs with the %s has changed since', (_, former, made, since) => {
    const task = { ...before, ...former }
    const record = recordOf(task, { ...made, priority: 3 })
    const now = { ...task, ...made, priority: 3 as const }
    expect(codeOf(() => undo(record, [now, aTask({ id: 3 })]))).toBe(null)
    expect(codeOf(() => undo(record, [{ ...now, ...since }, aTask({ id: 3 })]))).toBe('cannot_undo')
  })

  it('rejects dependencies that no longer exist or would form a cycle', () => {
    const after = { ...before, ...done }
    expect(codeOf(() => undo(recordOf(before, done), [after]))).toBe('unknown_dependency')
    const other = aTask({ id: 3, dependencies: ['7'] })
    expect(codeOf(() => undo(recordOf(before, done), [after, other]))).toBe('dependency_cycle')
  })

  it('ignores a neighbor that only made room and has since moved', () => {
    const neighbor = aTask({ id: 8, priority: 2, position: 0 })
    const record = undoRecordOf(
      [
        { before, after: { id: 7, priority: 2, position: 0 } },
        { before: neighbor, after: { id: 8, position: 1 } },
      ],
      [],
      open([2, 2], [5, 0]),
    )
    const moved = { ...before, priority: 2 as const, position: 0 }
    const { changes } = undo(record, [moved, { ...neighbor, position: 4 }, aTask({ id: 3 })])
    expect(changes.map(({ after }) => [after.id, after.priority, after.position])).toEqual([[7, 5, 2]])
  })

  it('removes created tasks that are unchanged and that no other depends on', () => {
    const created = [11, 12, 13].map((id) => ({ id, hash: 'h' }))
    const record = { ...undoRecordOf([], created, open()) }
    const tasks = [aTask({ id: 11 }), aTask({ id: 12 }), aTask({ id: 13, dependencies: ['12'] })]
    expect(undo(record, tasks, { unchanged: new Set([11, 12]) }).removed).toEqual([11])
  })
})

describe('undoing a move', () => {
  const before = aTask({ id: 7, priority: 2 })
  const after = { ...before, priority: 5 as const }

  it.each<[string, openAfter: number, openNow: number, string | null]>([
    ['succeeds if the level has a free slot', 2, 2, null],
    ['succeeds if its waiting line has moved up', 3, 3, null],
    ['is rejected if the level has filled up since', 2, 3, 'level_full'],
    ['is rejected if its waiting line has grown since', 3, 4, 'level_full'],
    ['succeeds if others have left the level since', 3, 1, null],
  ])('%s', (_, openAfter, openNow, code) => {
    const record = recordOf(before, after, open([2, openAfter], [5, 1]))
    expect(codeOf(() => undo(record, [after], { openAt: open([2, openNow], [5, 1]) }))).toBe(code)
  })

  it('needs no free slot for a task that has since been completed, which also frees no slot', () => {
    const done = { ...after, completed: true }
    const record = recordOf(before, after, open([2, 2], [5, 1]))
    const { changes } = undo(record, [done], { openAt: open([2, 3], [5, 0]) })
    expect(changes).toMatchObject([{ after: { priority: 2, completed: true } }])
    const other = aTask({ id: 8, priority: 5 })
    const both = [
      { before, after },
      { before: other, after: { ...other, priority: 2 as const } },
    ]
    const swap = undoRecordOf(both, [], open([2, 3], [5, 6]))
    const now = [done, { ...other, priority: 2 as const }]
    expect(codeOf(() => undo(swap, now, { openAt: open([2, 3], [5, 6]) }))).toBe('level_full')
  })

  it('is rejected for a completed task that was reopened since, if its level has filled up', () => {
    const record = recordOf({ ...before, completed: true }, { priority: 5 }, open([2, 2], [5, 1]))
    expect(codeOf(() => undo(record, [after], { openAt: open([2, 3], [5, 2]) }))).toBe('level_full')
    expect(codeOf(() => undo(record, [after], { openAt: open([2, 2], [5, 2]) }))).toBe(null)
  })

  it('needs no free slot to reopen a task, because adding a task needs none either', () => {
    const done = { ...after, completed: true }
    expect(movedLevels([{ before, after: done }])).toEqual([])
    expect(codeOf(() => undo(recordOf(before, done), [done], { openAt: open([2, 3]) }))).toBe(null)
  })
})

it('joins the records of a command’s parts, with the counts before the first part', () => {
  const [one, other] = [aTask({ id: 1, priority: 2 }), aTask({ id: 2, priority: 2 })]
  const parts = [
    recordOf(one, { priority: 5 }, open([2, 1], [5, 1])),
    recordOf(other, { priority: 5 }, open([2, 0], [5, 2])),
  ]
  expect(joinRecords(parts)).toMatchObject({
    tasks: [{ id: 1 }, { id: 2 }],
    levels: [
      { level: 2, before: 2 },
      { level: 5, before: 0 },
    ],
  })
})

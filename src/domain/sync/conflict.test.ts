import { describe, expect, it } from 'vitest'

import type { TaskPatch } from '../tasks/task.ts'
import {
  type Decision,
  type StaleChange,
  baseOf,
  decideConflict,
  isSame,
  resolveConflicts,
} from './conflict.ts'
import { TASK_KINDS } from './task-kinds.ts'

/** The row that the change was based on. */
const BASE: TaskPatch = {
  title: 'Board memo',
  description: null,
  priority: 5,
  position: 3,
  category: 'Project',
  projectName: 'Q4',
  isRecurring: true,
  recurrenceFrequency: 'Weekly',
  recurrenceForwardContent: false,
  elapsedTime: 600,
  attachments: ['plan.pdf', 'chart.png'],
  dependencies: ['7'],
  completed: false,
  plannedFor: null,
}

const changeTo = (patch: TaskPatch): StaleChange<TaskPatch> => ({
  base: baseOf(BASE, Object.keys(patch) as (keyof TaskPatch)[], TASK_KINDS),
  patch,
})

/** Decides about a change to `mine` after the row has changed to `theirs`. */
const decide = (mine: TaskPatch, theirs: TaskPatch | null, isFull = false): Decision<TaskPatch> =>
  decideConflict(changeTo(mine), theirs && { ...BASE, ...theirs }, TASK_KINDS, isFull)

type Row = [what: string, mine: TaskPatch, theirs: TaskPatch | null, decision: Decision<TaskPatch>]

const ask = (saved: TaskPatch, mine: TaskPatch, patch: TaskPatch = {}): Decision<TaskPatch> => ({
  kind: 'ask',
  conflicts: [{ fields: Object.keys(saved) as (keyof TaskPatch)[], saved, mine }],
  patch,
})

const TABLE: Row[] = [
  ['not changed', { title: 'Memo' }, {}, { kind: 'merge', patch: { title: 'Memo' } }],
  [
    'changed in another field',
    { title: 'Memo' },
    { priority: 2 },
    { kind: 'merge', patch: { title: 'Memo' } },
  ],
  ['the same new value', { title: 'Memo' }, { title: 'Memo' }, { kind: 'done' }],
  ['null for an empty string', { projectName: '' }, { projectName: null }, { kind: 'done' }],
  ['the same field', { title: 'Memo' }, { title: 'The memo' }, ask({ title: 'The memo' }, { title: 'Memo' })],
  [
    'the same field and another one',
    { title: 'Memo', priority: 2 },
    { title: 'The memo' },
    ask({ title: 'The memo' }, { title: 'Memo' }, { priority: 2 }),
  ],
  [
    'the same field back to the base value',
    { title: 'Board memo' },
    { title: 'The memo' },
    ask({ title: 'The memo' }, { title: 'Board memo' }),
  ],
  ['been deleted', { title: 'Memo' }, null, { kind: 'restore', patch: { title: 'Memo' } }],
  [
    'a new project name while the category drops it',
    { category: 'Meeting' },
    { projectName: 'Q1' },
    ask({ category: 'Project', projectName: 'Q1' }, { category: 'Meeting', projectName: 'Q4' }),
  ],
  [
    'another category while the project name changes',
    { projectName: 'Q1' },
    { category: 'Meeting', projectName: null },
    ask({ category: 'Meeting', projectName: null }, { category: 'Project', projectName: 'Q1' }),
  ],
  [
    'another project name in the same new category',
    { category: 'Project', projectName: 'Q1' },
    { projectName: 'Q2' },
    ask({ projectName: 'Q2' }, { projectName: 'Q1' }),
  ],
  [
    'a new frequency for a series that was ended',
    { isRecurring: false },
    { recurrenceFrequency: 'Daily' },
    ask(
      { isRecurring: true, recurrenceFrequency: 'Daily' },
      { isRecurring: false, recurrenceFrequency: 'Weekly' },
    ),
  ],
  [
    'another frequency, apart from what is carried forward',
    { recurrenceForwardContent: true },
    { recurrenceFrequency: 'Daily' },
    { kind: 'merge', patch: { recurrenceForwardContent: true } },
  ],
  ['more time', { elapsedTime: 900 }, { elapsedTime: 700 }, { kind: 'merge', patch: { elapsedTime: 1000 } }],
  [
    'another planned day, and the last change counts',
    { plannedFor: '2026-11-20' },
    { plannedFor: '2026-11-19' },
    { kind: 'merge', patch: { plannedFor: '2026-11-20' } },
  ],
  [
    'other files',
    { attachments: ['plan.pdf', 'mine.txt'] },
    { attachments: ['plan.pdf', 'chart.png', 'theirs.txt'] },
    { kind: 'merge', patch: { attachments: ['plan.pdf', 'theirs.txt', 'mine.txt'] } },
  ],
  [
    'other tasks that it depends on',
    { dependencies: ['7', '8'] },
    { dependencies: ['7', '9'] },
    ask({ dependencies: ['7', '9'] }, { dependencies: ['7', '8'] }),
  ],
  [
    'another place in the level',
    { priority: 2, position: 1 },
    { position: 9 },
    { kind: 'merge', patch: { priority: 2, position: 1 } },
  ],
  [
    'another level',
    { priority: 2, position: 1 },
    { priority: 3, position: 9 },
    ask({ priority: 3 }, { priority: 2 }),
  ],
  ['a completion', { title: 'Memo' }, { completed: true }, { kind: 'merge', patch: { title: 'Memo' } }],
]

describe('decideConflict', () => {
  it.each(TABLE)('makes the right decision when the row has %s', (_what, mine, theirs, decision) => {
    expect(decide(mine, theirs)).toEqual(decision)
  })

  it.each<[string, TaskPatch, TaskPatch, Decision<TaskPatch>['kind']]>([
    ['waits if its level is full', { priority: 2 }, {}, 'wait'],
    ['asks first if both moved it', { priority: 2 }, { priority: 3 }, 'ask'],
    ['is done if it moved there already', { priority: 2 }, { priority: 2 }, 'done'],
    ['merges a change that does not move it', { title: 'Memo' }, { priority: 2 }, 'merge'],
  ])('%s', (_what, mine, theirs, kind) => {
    expect(decide(mine, theirs, true).kind).toBe(kind)
  })
})

describe('resolveConflicts', () => {
  const decision = decide(
    { title: 'Memo', priority: 2, category: 'Meeting' },
    { title: 'A', projectName: 'Q1' },
  )

  it('sends the merged fields and the chosen fields', () => {
    if (decision.kind !== 'ask') throw new Error('It does not ask.')
    expect(resolveConflicts(decision, () => 'saved')).toEqual({ priority: 2 })
    expect(resolveConflicts(decision, ({ fields }) => (fields.includes('title') ? 'mine' : 'saved'))).toEqual(
      { priority: 2, title: 'Memo' },
    )
    expect(resolveConflicts(decision, () => 'mine')).toEqual({
      priority: 2,
      title: 'Memo',
      category: 'Meeting',
      projectName: 'Q4',
    })
  })
})

describe('isSame', () => {
  it.each([
    [null, '', true],
    [undefined, null, true],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [0, '', false],
    [false, null, false],
  ])('compares %j and %j', (a, b, same) => {
    expect(isSame(a, b)).toBe(same)
  })
})

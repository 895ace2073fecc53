import { describe, expect, test } from 'vitest'

import { canvasToPatch, checkCanvas, taskToCanvas } from './canvas.ts'
import { type Edits, NO_EDITS, conflictingFields, editField, knowOwn } from './edits.ts'
import { type Task, taskDraftSchema, taskPatchSchema } from './task.ts'

const task: Task = {
  ...taskDraftSchema.parse({
    title: 'Redline the contract',
    clearGoals: 'A version to sign',
    elapsedTime: 60,
  }),
  id: 7,
  completedAt: null,
  userId: 'u1',
  version: 4,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-19T09:24:00.000Z',
}
const row = taskToCanvas(task)

test('the canvas shows the three texts, an unset one as empty', () => {
  expect(row).toEqual({ clearGoals: 'A version to sign', notes: '', nextSteps: '' })
})

describe('a patch', () => {
  test('without a change nothing is sent', () => {
    expect(canvasToPatch(task, NO_EDITS)).toEqual({})
  })

  test('carries only the texts that were changed', () => {
    const patch = canvasToPatch(task, editField(NO_EDITS, row, 'notes', '4.2: seven days'))
    expect(patch).toEqual({ notes: '4.2: seven days' })
    expect(taskPatchSchema.parse(patch)).toEqual(patch)
  })

  test('an emptied text is unset', () => {
    expect(canvasToPatch(task, editField(NO_EDITS, row, 'clearGoals', ''))).toEqual({ clearGoals: null })
  })

  test('line breaks and spaces are kept as typed', () => {
    const typed = '  - one\n  - two\n\n'
    expect(canvasToPatch(task, editField(NO_EDITS, row, 'notes', typed))).toEqual({ notes: typed })
  })

  test('upon a row that says the same by now nothing is sent', () => {
    const edits = editField(NO_EDITS, row, 'notes', 'the same')
    expect(canvasToPatch({ ...task, notes: 'the same' }, edits)).toEqual({})
  })
})

describe('a row that changed meanwhile', () => {
  const edits: Edits<typeof row> = editField(NO_EDITS, row, 'notes', 'mine')

  test('in another text, or in the time: both stay', () => {
    const theirs = { ...task, nextSteps: 'theirs', elapsedTime: 600 }
    expect(conflictingFields(taskToCanvas(theirs), edits)).toEqual([])
    expect(canvasToPatch(theirs, edits)).toEqual({ notes: 'mine' })
  })

  test('in the same text: the person settles it', () => {
    expect(conflictingFields(taskToCanvas({ ...task, notes: 'theirs' }), edits)).toEqual(['notes'])
  })
})

describe('a row that was saved from here, without an answer', () => {
  const sent = editField(NO_EDITS, row, 'notes', 'mine')
  const typedOn = editField(sent, row, 'notes', 'mine, and more')

  test('is no change from elsewhere', () => {
    const saved = taskToCanvas({ ...task, notes: 'mine' })
    expect(conflictingFields(saved, typedOn)).toEqual(['notes'])
    const known = knowOwn(typedOn, saved, sent.mine)
    expect(conflictingFields(saved, known)).toEqual([])
    expect(known.mine).toEqual({ notes: 'mine, and more' })
  })

  test('and was changed elsewhere after that, is', () => {
    const theirs = taskToCanvas({ ...task, notes: 'mine, and theirs' })
    expect(conflictingFields(theirs, knowOwn(typedOn, theirs, sent.mine))).toEqual(['notes'])
  })
})

describe('what is wrong', () => {
  test('nothing of texts at the limit, counted in code points', () => {
    expect(checkCanvas({ clearGoals: '', notes: '🪜'.repeat(50_000), nextSteps: '' })).toEqual({})
  })

  test('a text over the limit is told at its field', () => {
    expect(checkCanvas({ clearGoals: '', notes: 'a'.repeat(50_001), nextSteps: '' })).toEqual({
      notes: 'Notes must be 50,000 characters or fewer.',
    })
  })
})

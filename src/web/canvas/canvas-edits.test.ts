import { describe, expect, test } from 'vitest'

import { canvasToPatch, checkCanvas, taskToCanvas } from './canvas-edits.ts'
import { type Edits, NO_EDITS, conflictingFields, editField, knowOwn } from '../drafts/edits.ts'
import { taskPatchSchema } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'

const task = aTask({ id: 7, clearGoals: 'A version to sign', elapsedTime: 60, version: 4 })
const row = taskToCanvas(task)

test('shows the three text fields, with null as an empty string', () => {
  expect(row).toEqual({ clearGoals: 'A version to sign', notes: '', nextSteps: '' })
})

describe('a patch', () => {
  test('is empty if nothing changed', () => {
    expect(canvasToPatch(task, NO_EDITS)).toEqual({})
  })

  test('has only the changed fields', () => {
    const patch = canvasToPatch(task, editField(NO_EDITS, row, 'notes', '4.2: seven days'))
    expect(patch).toEqual({ notes: '4.2: seven days' })
    expect(taskPatchSchema.parse(patch)).toEqual(patch)
  })

  test('sets a cleared field to null', () => {
    expect(canvasToPatch(task, editField(NO_EDITS, row, 'clearGoals', ''))).toEqual({ clearGoals: null })
  })

  test('keeps line breaks and spaces', () => {
    const typed = '  - one\n  - two\n\n'
    expect(canvasToPatch(task, editField(NO_EDITS, row, 'notes', typed))).toEqual({ notes: typed })
  })

  test('is empty if the task already has the same text', () => {
    const edits = editField(NO_EDITS, row, 'notes', 'the same')
    expect(canvasToPatch({ ...task, notes: 'the same' }, edits)).toEqual({})
  })
})

describe('a task that changed during editing', () => {
  const edits: Edits<typeof row> = editField(NO_EDITS, row, 'notes', 'mine')

  test('keeps both changes if another text field or the time changed', () => {
    const theirs = { ...task, nextSteps: 'theirs', elapsedTime: 600 }
    expect(conflictingFields(taskToCanvas(theirs), edits)).toEqual([])
    expect(canvasToPatch(theirs, edits)).toEqual({ notes: 'mine' })
  })

  test('asks the user about a change to the same text field', () => {
    expect(conflictingFields(taskToCanvas({ ...task, notes: 'theirs' }), edits)).toEqual(['notes'])
  })
})

describe('a save whose response was lost', () => {
  const sent = editField(NO_EDITS, row, 'notes', 'mine')
  const typedOn = editField(sent, row, 'notes', 'mine, and more')

  test('is not a conflict', () => {
    const saved = taskToCanvas({ ...task, notes: 'mine' })
    expect(conflictingFields(saved, typedOn)).toEqual(['notes'])
    const known = knowOwn(typedOn, saved, sent.mine)
    expect(conflictingFields(saved, known)).toEqual([])
    expect(known.mine).toEqual({ notes: 'mine, and more' })
  })

  test('is a conflict once the task changes on another device', () => {
    const theirs = taskToCanvas({ ...task, notes: 'mine, and theirs' })
    expect(conflictingFields(theirs, knowOwn(typedOn, theirs, sent.mine))).toEqual(['notes'])
  })
})

describe('validation', () => {
  test('accepts text at the limit, counted in code points', () => {
    expect(checkCanvas({ clearGoals: '', notes: '🪜'.repeat(50_000), nextSteps: '' })).toEqual({})
  })

  test('shows the error about a text that is too long next to its field', () => {
    expect(checkCanvas({ clearGoals: '', notes: 'a'.repeat(50_001), nextSteps: '' })).toEqual({
      notes: 'Notes must be 50,000 characters or fewer.',
    })
  })
})

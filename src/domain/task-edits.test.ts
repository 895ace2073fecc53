import { describe, expect, test } from 'vitest'

import {
  NO_EDITS,
  conflictingFields,
  editField,
  editedFields,
  formValues,
  keepMine,
  takeTheirs,
  withoutSaved,
} from './edits.ts'
import { type TaskEdits, formToPatch } from './task-edits.ts'
import { type TaskField, type TaskFormValues, taskToForm } from './task-form.ts'
import { type Task, taskPatchSchema } from './task.ts'

const task: Task = {
  id: 7,
  title: 'Redline the contract',
  description: null,
  dueDate: '2026-11-19',
  priority: 1,
  category: 'Project',
  projectName: 'Halvorsen renewal',
  estimatedTime: '3 hours 0 minutes',
  startDate: '2026-11-17',
  endDate: null,
  progress: 65,
  dependencies: ['3'],
  attachments: ['signature page.tif'],
  completed: false,
  completedAt: null,
  position: 2,
  isRecurring: false,
  recurrenceFrequency: null,
  recurrenceForwardContent: false,
  parentTaskId: null,
  elapsedTime: 7080,
  clearGoals: null,
  notes: 'kept',
  nextSteps: null,
  userId: 'u1',
  version: 4,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-19T09:24:00.000Z',
}
const row = taskToForm(task)

function edit<F extends TaskField>(field: F, value: TaskFormValues[F], edits: TaskEdits = NO_EDITS) {
  return editField(edits, row, field, value)
}

describe('a patch', () => {
  test('without a change nothing is sent', () => {
    expect(formToPatch(task, NO_EDITS, row.dueDate)).toEqual({})
  })

  test('a patch carries only what was changed', () => {
    const edits = edit('progress', 70, edit('title', 'Redline it'))
    const patch = formToPatch(task, edits, row.dueDate)
    expect(patch).toEqual({ title: 'Redline it', progress: 70 })
    expect(taskPatchSchema.parse(patch)).toEqual(patch)
  })

  test('a field put back to what it was is no change', () => {
    const edits = edit('title', task.title, edit('title', 'Other'))
    expect(editedFields(row, edits)).toEqual([])
  })

  test('changing hours rebuilds the estimate with the minutes there are', () => {
    expect(formToPatch(task, edit('minutes', '15'), '')).toEqual({ estimatedTime: '3 hours 15 minutes' })
    expect(formToPatch(task, edit('hours', ''), '')).toEqual({ estimatedTime: '' })
  })

  test('an estimate in other words stays as it is until it is changed', () => {
    const written = { ...task, estimatedTime: 'about 2 days' }
    expect(formToPatch(written, edit('title', 'B'), '')).toEqual({ title: 'B' })
  })

  test('leaving the category Project takes the project name away', () => {
    expect(formToPatch(task, edit('category', 'Meeting'), '')).toEqual({
      category: 'Meeting',
      projectName: null,
    })
  })

  test('making it recur sends the frequency that is shown', () => {
    expect(formToPatch(task, edit('isRecurring', true), '')).toEqual({
      isRecurring: true,
      recurrenceFrequency: 'Weekly',
    })
  })

  test('a removed attachment is left out of the list, whatever was added meanwhile', () => {
    const edits = edit('removedAttachments', ['signature page.tif'])
    expect(formToPatch(task, edits, '')).toEqual({ attachments: [] })
    const uploaded = { ...task, attachments: [...task.attachments, 'plan.pdf'], version: 5 }
    expect(conflictingFields(taskToForm(uploaded), edits)).toEqual([])
    expect(formToPatch(uploaded, edits, '')).toEqual({ attachments: ['plan.pdf'] })
  })

  test('an attachment that is removed and kept after all, or gone already, is no change', () => {
    const kept = edit('removedAttachments', [], edit('removedAttachments', ['signature page.tif']))
    expect(editedFields(row, kept)).toEqual([])
    expect(formToPatch(task, edit('removedAttachments', ['gone.txt']), '')).toEqual({})
  })

  test('an upload meanwhile is neither a conflict nor part of the patch', () => {
    const uploaded = { ...task, attachments: [...task.attachments, 'plan.pdf'], version: 5 }
    const edits = edit('title', 'Mine')
    expect(conflictingFields(taskToForm(uploaded), edits)).toEqual([])
    expect(formToPatch(uploaded, edits, '')).toEqual({ title: 'Mine' })
  })

  test('emptying the due date sends null', () => {
    expect(formToPatch(task, edit('dueDate', ''), '')).toEqual({ dueDate: null })
  })
})

describe('a change that arrives while the form is open', () => {
  const changed = taskToForm({ ...task, title: 'Redline all of it', progress: 80 })

  test('shows in every field that was not touched', () => {
    const edits = edit('title', 'Mine')
    expect(formValues(changed, edits)).toMatchObject({ title: 'Mine', progress: 80 })
    expect(formToPatch({ ...task, progress: 80 }, edits, '')).toEqual({ title: 'Mine' })
  })

  test('is a conflict only in a field that was touched before it arrived', () => {
    expect(conflictingFields(changed, edit('title', 'Mine'))).toEqual(['title'])
    expect(conflictingFields(changed, edit('category', 'Task'))).toEqual([])
    expect(conflictingFields(changed, editField(NO_EDITS, changed, 'title', 'Mine'))).toEqual([])
  })

  test('is no conflict when both came to the same', () => {
    expect(conflictingFields(changed, edit('title', 'Redline all of it'))).toEqual([])
  })

  test('typing on does not hide the conflict', () => {
    const edits = editField(edit('title', 'Min'), changed, 'title', 'Mine')
    expect(conflictingFields(changed, edits)).toEqual(['title'])
  })

  test('is settled by keeping mine, which is then sent, or by taking theirs', () => {
    const edits = edit('title', 'Mine')
    const kept = keepMine(edits, changed, 'title')
    expect(conflictingFields(changed, kept)).toEqual([])
    expect(formValues(changed, kept).title).toBe('Mine')
    const taken = takeTheirs(edits, 'title')
    expect(formValues(changed, taken).title).toBe('Redline all of it')
    expect(editedFields(changed, taken)).toEqual([])
  })
})

describe('after a save', () => {
  const saved = edit('dueDate', 'tomorrow', edit('title', ' Mine '))
  const answered = taskToForm({ ...task, title: 'Mine', dueDate: '2026-11-20' })

  test('what was saved is no edit any more, however it was stored', () => {
    const left = withoutSaved(saved, saved)
    expect(editedFields(answered, left)).toEqual([])
    expect(formValues(answered, left)).toEqual(answered)
  })

  test('what was typed while it was on its way is left', () => {
    const left = withoutSaved(edit('title', ' Mine too', saved), saved)
    expect(editedFields(answered, left)).toEqual(['title'])
    expect(formValues(answered, left)).toMatchObject({ title: ' Mine too', dueDate: '2026-11-20' })
  })

  test('and is no conflict with what was saved, only with what others save after that', () => {
    const first = edit('description', 'first')
    const left = withoutSaved(edit('description', 'first, and more', first), first)
    expect(conflictingFields({ ...row, description: 'first' }, left)).toEqual([])
    expect(conflictingFields({ ...row, description: 'theirs' }, left)).toEqual(['description'])
  })

  test('what was saved and given up meanwhile is no edit', () => {
    const first = edit('description', 'first')
    expect(withoutSaved(takeTheirs(first, 'description'), first)).toEqual(NO_EDITS)
  })
})

test('an estimate of nothing is no change of a task without one', () => {
  const bare = { ...task, estimatedTime: null }
  expect(formToPatch(bare, editField(NO_EDITS, taskToForm(bare), 'hours', '0'), '')).toEqual({})
})

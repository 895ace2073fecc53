import { TASK_FORM_KINDS } from '#domain/sync/task-kinds.ts'
import { describe, expect, test } from 'vitest'

import {
  NO_EDITS,
  conflictingFields,
  chooseVersions,
  conflictsWith,
  editField,
  editedFields,
  formValues,
  takeTheirs,
  withUnsaved,
  withoutSaved,
} from '../drafts/edits.ts'
import { type TaskEdits, formToPatch, withOwnLevel } from './task-edits.ts'
import { type TaskField, type TaskFormValues, newTaskForm, taskToForm } from '#domain/tasks/task-form.ts'
import { taskPatchSchema } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'

const task = aTask({
  id: 7,
  title: 'Redline the contract',
  dueDate: '2026-11-19',
  priority: 1,
  category: 'Project',
  projectName: 'Halvorsen renewal',
  estimatedTime: '3 hours 0 minutes',
  startDate: '2026-11-17',
  progress: 65,
  dependencies: ['3'],
  attachments: ['signature page.tif'],
  notes: 'kept',
  version: 4,
})
const row = taskToForm(task)

function edit<F extends TaskField>(field: F, value: TaskFormValues[F], edits: TaskEdits = NO_EDITS) {
  return editField(edits, row, field, value)
}

describe('a patch', () => {
  test('is empty without a change', () => {
    expect(formToPatch(task, NO_EDITS)).toEqual({})
  })

  test('has only the changed fields', () => {
    const edits = edit('progress', 70, edit('title', 'Redline it'))
    const patch = formToPatch(task, edits)
    expect(patch).toEqual({ title: 'Redline it', progress: 70 })
    expect(taskPatchSchema.parse(patch)).toEqual(patch)
  })

  test('omits a field changed back to its old value', () => {
    const edits = edit('title', task.title, edit('title', 'Other'))
    expect(editedFields(row, edits)).toEqual([])
  })

  test('combines changed hours with the current minutes', () => {
    expect(formToPatch(task, edit('minutes', '15'))).toEqual({ estimatedTime: '3 hours 15 minutes' })
    expect(formToPatch(task, edit('hours', ''))).toEqual({ estimatedTime: '' })
  })

  test('keeps the wording of an estimate until it changes', () => {
    const written = { ...task, estimatedTime: 'about 2 days' }
    expect(formToPatch(written, edit('title', 'B'))).toEqual({ title: 'B' })
  })

  test('removes the project name when the category changes from Project', () => {
    expect(formToPatch(task, edit('category', 'Meeting'))).toEqual({
      category: 'Meeting',
      projectName: null,
    })
  })

  test('has the displayed frequency when the task becomes recurring', () => {
    expect(formToPatch(task, edit('isRecurring', true))).toEqual({
      isRecurring: true,
      recurrenceFrequency: 'Weekly',
    })
  })

  test('removes an attachment and keeps files added later', () => {
    const edits = edit('removedAttachments', ['signature page.tif'])
    expect(formToPatch(task, edits)).toEqual({ attachments: [] })
    const uploaded = { ...task, attachments: [...task.attachments, 'plan.pdf'], version: 5 }
    expect(conflictingFields(taskToForm(uploaded), edits)).toEqual([])
    expect(formToPatch(uploaded, edits)).toEqual({ attachments: ['plan.pdf'] })
  })

  test('ignores an attachment that is restored or already gone', () => {
    const kept = edit('removedAttachments', [], edit('removedAttachments', ['signature page.tif']))
    expect(editedFields(row, kept)).toEqual([])
    expect(formToPatch(task, edit('removedAttachments', ['gone.txt']))).toEqual({})
  })

  test('does not conflict with an upload during editing', () => {
    const uploaded = { ...task, attachments: [...task.attachments, 'plan.pdf'], version: 5 }
    const edits = edit('title', 'Mine')
    expect(conflictingFields(taskToForm(uploaded), edits)).toEqual([])
    expect(formToPatch(uploaded, edits)).toEqual({ title: 'Mine' })
  })

  test('sets a cleared due date to null', () => {
    expect(formToPatch(task, edit('dueDate', ''))).toEqual({ dueDate: null })
  })
})

describe('a change that arrives while the form is open', () => {
  const changed = taskToForm({ ...task, title: 'Redline all of it', progress: 80 })

  test('is shown in every unedited field', () => {
    const edits = edit('title', 'Mine')
    expect(formValues(changed, edits)).toMatchObject({ title: 'Mine', progress: 80 })
    expect(formToPatch({ ...task, progress: 80 }, edits)).toEqual({ title: 'Mine' })
  })

  test('is a conflict only in a field edited before it arrived', () => {
    expect(conflictingFields(changed, edit('title', 'Mine'))).toEqual(['title'])
    expect(conflictingFields(changed, edit('category', 'Task'))).toEqual([])
    expect(conflictingFields(changed, editField(NO_EDITS, changed, 'title', 'Mine'))).toEqual([])
  })

  test('is not a conflict if both values are the same', () => {
    expect(conflictingFields(changed, edit('title', 'Redline all of it'))).toEqual([])
  })

  test('stays a conflict while typing continues', () => {
    const edits = editField(edit('title', 'Min'), changed, 'title', 'Mine')
    expect(conflictingFields(changed, edits)).toEqual(['title'])
  })

  test('is resolved by sending the edit or by using the saved version', () => {
    const edits = edit('title', 'Mine')
    const kept = chooseVersions(edits, conflictsWith(changed, edits), new Set())
    expect(conflictingFields(changed, kept)).toEqual([])
    expect(formValues(changed, kept).title).toBe('Mine')
    const taken = chooseVersions(edits, conflictsWith(changed, edits), new Set(['title']))
    expect(formValues(changed, taken).title).toBe('Redline all of it')
    expect(editedFields(changed, taken)).toEqual([])
  })
})

describe('fields that belong together', () => {
  const project = { ...task, category: 'Project', projectName: 'Q4' }
  const before = taskToForm(project)

  test('conflict if one edit drops text that another window typed into the other field', () => {
    const edits = editField(NO_EDITS, before, 'category', 'Meeting', TASK_FORM_KINDS)
    const renamed = taskToForm({ ...project, projectName: 'Q1' })
    expect(conflictsWith(renamed, edits, TASK_FORM_KINDS)).toEqual([
      {
        fields: ['category', 'projectName'],
        saved: { category: 'Project', projectName: 'Q1' },
        mine: { category: 'Meeting', projectName: 'Q4' },
      },
    ])
    expect(conflictsWith(before, edits, TASK_FORM_KINDS)).toEqual([])
  })

  test.each([
    ['set back', (edits: TaskEdits, row: TaskFormValues) => editField(edits, row, 'category', 'Project')],
    ['saved', (edits: TaskEdits) => withoutSaved(edits, { mine: { category: 'Task' }, seen: {} })],
  ])('conflict if another device changes a category that was %s after a name was typed', (_, end) => {
    const unnamed = taskToForm({ ...project, projectName: null })
    const named = editField(NO_EDITS, unnamed, 'projectName', 'Q1', TASK_FORM_KINDS)
    const left = end(editField(named, unnamed, 'category', 'Task', TASK_FORM_KINDS), unnamed)
    const moved = { ...unnamed, category: 'Meeting' }
    expect(conflictsWith(moved, left, TASK_FORM_KINDS)).toMatchObject([{ mine: { projectName: 'Q1' } }])
  })

  test('are resolved together, in favor of either version', () => {
    const edits = editField(NO_EDITS, before, 'projectName', 'Q1', TASK_FORM_KINDS)
    const moved = taskToForm({ ...project, category: 'Meeting', projectName: null })
    const conflicts = conflictsWith(moved, edits, TASK_FORM_KINDS)
    const kept = chooseVersions(edits, conflicts, new Set())
    expect(formValues(moved, kept)).toMatchObject({ category: 'Project', projectName: 'Q1' })
    expect(conflictsWith(moved, kept, TASK_FORM_KINDS)).toEqual([])
    const taken = chooseVersions(edits, conflicts, new Set(['category']))
    expect(formValues(moved, taken)).toEqual(moved)
  })
})

describe('after a save', () => {
  const saved = edit('dueDate', 'tomorrow', edit('title', ' Mine '))
  const answered = taskToForm({ ...task, title: 'Mine', dueDate: '2026-11-20' })

  test('no edit is left, even if the server stores its value in a different format', () => {
    const left = withoutSaved(saved, saved)
    expect(editedFields(answered, left)).toEqual([])
    expect(formValues(answered, left)).toEqual(answered)
  })

  test('keeps text typed during the save', () => {
    const left = withoutSaved(edit('title', ' Mine too', saved), saved)
    expect(editedFields(answered, left)).toEqual(['title'])
    expect(formValues(answered, left)).toMatchObject({ title: ' Mine too', dueDate: '2026-11-20' })
  })

  test('text typed during the save causes no conflict until someone else saves', () => {
    const first = edit('description', 'first')
    const left = withoutSaved(edit('description', 'first, and more', first), first)
    expect(conflictingFields({ ...row, description: 'first' }, left)).toEqual([])
    expect(conflictingFields({ ...row, description: 'theirs' }, left)).toEqual(['description'])
  })

  test('drops an edit that was saved and then discarded', () => {
    const first = edit('description', 'first')
    expect(withoutSaved(takeTheirs(first, 'description', row), first)).toEqual(NO_EDITS)
  })
})

test('treats an estimate of zero as unchanged for a task without an estimate', () => {
  const bare = { ...task, estimatedTime: null }
  expect(formToPatch(bare, editField(NO_EDITS, taskToForm(bare), 'hours', '0'))).toEqual({})
})

describe('after a failed save', () => {
  const sent = edit('title', 'Redline it')
  const saving = { ...row, title: 'Redline it' }

  test('edits that nobody changed during the save stay the same', () => {
    expect(withUnsaved(sent, sent)).toBe(sent)
  })

  test('text that was changed and changed back during the save is an edit again', () => {
    const changed = editField(sent, saving, 'title', 'Redline it all')
    const back = editField(changed, saving, 'title', 'Redline it')
    expect(back).toEqual(NO_EDITS)
    expect(withUnsaved(back, sent)).toEqual(sent)
  })

  test('text typed during the save stays, and conflicts only with a change from elsewhere', () => {
    const typed = editField<TaskFormValues, 'title'>(NO_EDITS, saving, 'title', 'Redline it twice')
    const edits = withUnsaved(typed, sent)
    expect(edits.mine).toEqual({ title: 'Redline it twice' })
    expect(conflictingFields(row, edits)).toEqual([])
    expect(conflictingFields({ ...row, title: 'Elsewhere' }, edits)).toEqual(['title'])
  })
})

describe('the edits of a new task', () => {
  const opened = newTaskForm(3)
  const set = <F extends TaskField>(edits: TaskEdits, field: F, value: TaskFormValues[F]) =>
    withOwnLevel(opened, editField(edits, opened, field, value))

  test('keep the level of their form when a form at another level restores them', () => {
    const typed = set(NO_EDITS, 'title', 'Book the hall')
    expect(editedFields(opened, typed)).toEqual(['title'])
    expect(formValues(newTaskForm(), typed)).toMatchObject({ title: 'Book the hall', priority: 3 })
  })

  test('keep a level that the user chose', () => {
    const typed = set(set(NO_EDITS, 'priority', 7), 'title', 'Book the hall')
    expect(formValues(newTaskForm(), typed).priority).toBe(7)
  })

  test('are empty again once the typed text is removed', () => {
    expect(set(set(NO_EDITS, 'title', 'Book'), 'title', '')).toBe(NO_EDITS)
  })
})

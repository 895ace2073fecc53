import { describe, expect, test } from 'vitest'

import type { Level } from './priority.ts'
import { otherOpenCounts, slotStanding } from './slot-standing.ts'
import {
  NO_EDITS,
  type TaskEdits,
  conflictingFields,
  editField,
  editedFields,
  formToPatch,
  formValues,
  keepMine,
  takeTheirs,
} from './task-edits.ts'
import {
  type TaskField,
  type TaskFormValues,
  checkTaskForm,
  formToDraft,
  issuesToErrors,
  newTaskForm,
  taskToForm,
} from './task-form.ts'
import { type Task, taskDraftSchema, taskPatchSchema } from './task.ts'

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

describe('a new task', () => {
  test('a form with only a title makes a draft the schema takes, all else unset', () => {
    const draft = taskDraftSchema.parse(formToDraft({ ...newTaskForm(), title: '  Call Ada ' }, ''))
    expect(draft).toMatchObject({
      title: 'Call Ada',
      description: null,
      dueDate: null,
      priority: 5,
      category: 'Task',
      projectName: null,
      estimatedTime: '',
      startDate: null,
      endDate: null,
      progress: 0,
      dependencies: [],
      completed: false,
      position: 0,
      isRecurring: false,
      recurrenceFrequency: null,
      recurrenceForwardContent: false,
    })
  })

  test('the level it was opened for is chosen', () => {
    expect(newTaskForm(2).priority).toBe(2)
  })

  test('the project name is sent only for the category Project', () => {
    const form = { ...newTaskForm(), title: 'A', projectName: 'Summit' }
    expect(formToDraft({ ...form, category: 'Project' }, '').projectName).toBe('Summit')
    expect(formToDraft({ ...form, category: 'Meeting' }, '').projectName).toBeNull()
  })

  test('frequency and forward content are sent only when it recurs', () => {
    const form = {
      ...newTaskForm(),
      title: 'A',
      recurrenceFrequency: 'Monthly',
      recurrenceForwardContent: true,
    } as const
    expect(formToDraft({ ...form, isRecurring: true }, '')).toMatchObject({
      isRecurring: true,
      recurrenceFrequency: 'Monthly',
      recurrenceForwardContent: true,
    })
    expect(formToDraft({ ...form, isRecurring: false }, '')).toMatchObject({
      isRecurring: false,
      recurrenceFrequency: null,
      recurrenceForwardContent: false,
    })
  })

  test.each([
    ['2', '30', '2 hours 30 minutes'],
    ['', '45', '0 hours 45 minutes'],
    [' 3 ', '', '3 hours 0 minutes'],
    ['0', '0', ''],
    ['', '', ''],
  ])('%j hours and %j minutes are the estimate %j', (hours, minutes, estimate) => {
    expect(formToDraft({ ...newTaskForm(), hours, minutes }, '').estimatedTime).toBe(estimate)
  })

  test('the due date is stored as it was understood, not as typed', () => {
    const form = { ...newTaskForm(), title: 'A', dueDate: 'tomorrow at 9 AM' }
    expect(formToDraft(form, '2026-11-20T09:00').dueDate).toBe('2026-11-20T09:00')
  })
})

describe('what is wrong is said at its field', () => {
  test.each<[Partial<TaskFormValues>, TaskField, string]>([
    [{ title: '' }, 'title', 'Title is required'],
    [{ title: ' \n ' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(501) }, 'title', 'Title must be 500 characters or fewer.'],
    [{ description: 'x'.repeat(50_001) }, 'description', 'Description must be 50,000 characters or fewer.'],
    [{ dueDate: 'x'.repeat(101) }, 'dueDate', 'Due date must be 100 characters or fewer.'],
    [{ hours: '1000' }, 'hours', 'Hours must be a whole number from 0 to 999.'],
    [{ hours: 'two' }, 'hours', 'Hours must be a whole number from 0 to 999.'],
    [{ hours: '-1' }, 'hours', 'Hours must be a whole number from 0 to 999.'],
    [{ hours: '1.5' }, 'hours', 'Hours must be a whole number from 0 to 999.'],
    [{ hours: '9'.repeat(400) }, 'hours', 'Hours must be a whole number from 0 to 999.'],
    [{ minutes: '60' }, 'minutes', 'Minutes must be a whole number from 0 to 59.'],
    [
      { category: 'Project', projectName: 'x'.repeat(201) },
      'projectName',
      'Project name must be 200 characters or fewer.',
    ],
  ])('%o', (values, field, message) => {
    expect(checkTaskForm({ ...newTaskForm(), title: 'A', ...values })).toEqual({ [field]: message })
  })

  test('emoji count as one character each', () => {
    expect(checkTaskForm({ ...newTaskForm(), title: '🪜'.repeat(500) })).toEqual({})
  })

  test('a project name that is not shown is not checked', () => {
    expect(checkTaskForm({ ...newTaskForm(), title: 'A', projectName: 'x'.repeat(201) })).toEqual({})
  })

  test("the server's issues go to the fields they name, the first of each", () => {
    expect(
      issuesToErrors([
        { path: 'dependencies.2', message: 'There is no task 9 to depend on.' },
        { path: 'dependencies', message: 'second' },
        { path: 'estimatedTime', message: 'too long' },
        { path: 'notes', message: 'not in this form' },
      ]),
    ).toEqual({ dependencies: 'There is no task 9 to depend on.', hours: 'too long' })
  })
})

describe('a task in the form', () => {
  test('its stored texts are shown as they are and its estimate in hours and minutes', () => {
    expect(row).toMatchObject({
      title: 'Redline the contract',
      description: '',
      dueDate: '2026-11-19',
      hours: '3',
      minutes: '0',
      startDate: '2026-11-17',
      endDate: '',
    })
  })

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

test('an edit that was saved is none any more, for the row has caught up', () => {
  const edits = edit('title', 'Mine')
  expect(editedFields(row, edits)).toEqual(['title'])
  expect(editedFields(taskToForm({ ...task, title: 'Mine' }), edits)).toEqual([])
})

describe('slots of the level being chosen', () => {
  const counts: Record<number, number> = { 1: 2, 2: 3, 3: 3, 4: 4 }
  const openCountAt = (level: Level) => counts[level] ?? 0
  const at = (priority: Level, completed = false) => ({ priority, completed })

  test('a new task may join a full level, and the nearest level with room is offered', () => {
    expect(slotStanding(null, at(2), openCountAt)).toEqual({
      taken: 3,
      slots: 3,
      after: 4,
      standing: 'over',
      alternative: { level: 3, free: 1 },
    })
  })

  test('an open task may not move to a full level', () => {
    expect(slotStanding(at(1), at(2), openCountAt).standing).toBe('refused')
  })

  test('a task may stay at its own level, full or not', () => {
    expect(slotStanding(at(2), at(2), openCountAt)).toMatchObject({ taken: 3, standing: 'room' })
  })

  test('its own slot counts as free when it wants back', () => {
    expect(slotStanding(at(4), at(2), (level) => (level <= 4 ? 4 : 10)).alternative).toEqual({
      level: 4,
      free: 1,
    })
    expect(otherOpenCounts(at(4), openCountAt)(4)).toBe(3)
  })

  test('a task that is or becomes completed holds no slot', () => {
    expect(slotStanding(at(1), at(2, true), openCountAt).standing).toBe('room')
    expect(slotStanding(at(1, true), at(2, true), openCountAt).standing).toBe('room')
  })

  test('reopening is never refused', () => {
    expect(slotStanding(at(1, true), at(2), openCountAt)).toMatchObject({ standing: 'over', after: 4 })
  })

  test('nothing is offered when every level is full', () => {
    expect(slotStanding(null, at(2), () => 10).alternative).toBeNull()
  })
})

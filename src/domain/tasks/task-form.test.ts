import { describe, expect, test } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'

import {
  type TaskField,
  type TaskFormValues,
  checkTaskForm,
  formFields,
  formToDraft,
  issuesToErrors,
  newTaskForm,
  taskToForm,
} from './task-form.ts'
import { taskDraftSchema } from './task-draft.ts'

describe('a new task', () => {
  test('with only a title becomes a valid draft with defaults', () => {
    const draft = taskDraftSchema.parse(formToDraft({ ...newTaskForm(), title: '  Call Ada ' }))
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
      attachments: [],
      completed: false,
      position: 0,
      isRecurring: false,
      recurrenceFrequency: null,
      recurrenceForwardContent: false,
    })
  })

  test('includes the names of files to upload in the draft', () => {
    expect(formToDraft(newTaskForm(), ['plan.pdf']).attachments).toEqual(['plan.pdf'])
  })

  test('starts at the chosen level', () => {
    expect(newTaskForm(2).priority).toBe(2)
  })

  test('sends the project name only for the category Project', () => {
    const form = { ...newTaskForm(), title: 'A', projectName: 'Summit' }
    expect(formToDraft({ ...form, category: 'Project' }).projectName).toBe('Summit')
    expect(formToDraft({ ...form, category: 'Meeting' }).projectName).toBeNull()
  })

  test('sends frequency and forward content only when it recurs', () => {
    const form = {
      ...newTaskForm(),
      title: 'A',
      recurrenceFrequency: 'Monthly',
      recurrenceForwardContent: true,
    } as const
    expect(formToDraft({ ...form, isRecurring: true })).toMatchObject({
      isRecurring: true,
      recurrenceFrequency: 'Monthly',
      recurrenceForwardContent: true,
    })
    expect(formToDraft({ ...form, isRecurring: false })).toMatchObject({
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
  ])('%j hours and %j minutes become the estimate %j', (hours, minutes, estimate) => {
    expect(formToDraft({ ...newTaskForm(), hours, minutes }).estimatedTime).toBe(estimate)
  })
})

describe('checking the form', () => {
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
  ])('with %o reports the field %s', (values, field, message) => {
    expect(checkTaskForm({ ...newTaskForm(), title: 'A', ...values }, 'UTC')).toEqual({ [field]: message })
  })

  test.each([
    ['2026-11-20', '2026-11-19', true],
    ['2026-11-20', '2026-11-20', false],
    ['2026-11-20T17:00', '2026-11-20', false],
    ['2026-11-20', '2026-11-20T09:00', false],
    ['2026-11-20T17:00', '2026-11-20T16:59', true],
    ['2026-11-20T17:00', '2026-11-20T17:00', false],
    ['2026-11-20T17:00', '2026-11-19T18:00', true],
    ['2026-11-20T23:30:00Z', '2026-11-20', true],
    ['2026-11-20', '2026-11-19T23:30:00Z', false],
    ['2026-11-20', 'in the spring', false],
    ['in the spring', '2026-11-20', false],
    ['2026-11-20', '', false],
    ['', '2026-11-20', false],
  ])('with the start %j and the end %j in Berlin reports the end: %s', (startDate, endDate, isReported) => {
    const errors = checkTaskForm({ ...newTaskForm(), title: 'A', startDate, endDate }, 'Europe/Berlin')
    expect(errors).toEqual(isReported ? { endDate: 'The end is before the start. Use a later date.' } : {})
  })

  test.each([
    ['２', '３０', '2 hours 30 minutes'],
    ['٢', '٤٥', '2 hours 45 minutes'],
    [' १२ ', '', '12 hours 0 minutes'],
    ['𝟗', '𝟎', '9 hours 0 minutes'],
  ])('reads %j hours and %j minutes in digits of any script', (hours, minutes, stored) => {
    const values = { ...newTaskForm(), title: 'A', hours, minutes }
    expect(checkTaskForm(values, 'UTC')).toEqual({})
    expect(formFields(values).estimatedTime).toBe(stored)
  })

  test('counts an emoji as one character', () => {
    expect(checkTaskForm({ ...newTaskForm(), title: '🪜'.repeat(500) }, 'UTC')).toEqual({})
  })

  test('accepts a dependency on a task that has not been sent yet', () => {
    expect(checkTaskForm({ ...newTaskForm(), title: 'A', dependencies: ['-5', '7'] }, 'UTC')).toEqual({})
  })

  test('ignores a hidden project name', () => {
    expect(checkTaskForm({ ...newTaskForm(), title: 'A', projectName: 'x'.repeat(201) }, 'UTC')).toEqual({})
  })

  test('shows the server’s first issue for each field at that field', () => {
    expect(
      issuesToErrors([
        { path: 'dependencies.2', message: 'Can’t depend on task 9: it doesn’t exist.' },
        { path: 'dependencies', message: 'second' },
        { path: 'estimatedTime', message: 'too long' },
        { path: 'notes', message: 'not in this form' },
      ]),
    ).toEqual({ dependencies: 'Can’t depend on task 9: it doesn’t exist.', hours: 'too long' })
  })
})

const task = aTask({
  title: 'Redline the contract',
  dueDate: '2026-11-19',
  estimatedTime: '3 hours 0 minutes',
  startDate: '2026-11-17',
})

describe('a task in the form', () => {
  test('shows stored text unchanged, and the estimate in hours and minutes', () => {
    expect(taskToForm(task)).toMatchObject({
      title: 'Redline the contract',
      description: '',
      dueDate: '2026-11-19',
      hours: '3',
      minutes: '0',
      startDate: '2026-11-17',
      endDate: '',
    })
  })
})

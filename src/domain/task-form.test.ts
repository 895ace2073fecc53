import { describe, expect, test } from 'vitest'

import {
  type TaskField,
  type TaskFormValues,
  checkTaskForm,
  formToDraft,
  issuesToErrors,
  newTaskForm,
  taskToForm,
} from './task-form.ts'
import { type Task, taskDraftSchema } from './task.ts'

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
      attachments: [],
      completed: false,
      position: 0,
      isRecurring: false,
      recurrenceFrequency: null,
      recurrenceForwardContent: false,
    })
  })

  test('the files that are to be sent once it is there are in the draft by their names', () => {
    expect(formToDraft(newTaskForm(), '', ['plan.pdf']).attachments).toEqual(['plan.pdf'])
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
describe('a task in the form', () => {
  test('its stored texts are shown as they are and its estimate in hours and minutes', () => {
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

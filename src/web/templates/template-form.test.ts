import { describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'
import {
  NEW_TEMPLATE,
  type TemplateFormValues,
  checkTemplateForm,
  describeRow,
  formToTemplate,
  formToTemplateTasks,
  isTemplateFormEdited,
  isTemplateOfForm,
  newTemplateRow,
  projectToTemplate,
  putRowBack,
  readRows,
  taskIssuesToErrors,
} from './template-form.ts'
import { createTemplate, setTemplateTasks } from '#domain/templates/template-rules.ts'
import { templateDraftSchema, templateTaskListSchema } from '#domain/templates/template.ts'

const NOW = '2026-11-20T10:00:00.000Z'

const row = (key: string, fields: object = {}) => ({
  ...newTemplateRow(key),
  title: `Task ${key}`,
  ...fields,
})
const form = (fields: Partial<TemplateFormValues> = {}): TemplateFormValues => ({
  ...NEW_TEMPLATE,
  name: 'Launch',
  ...fields,
})
const task = (id: number, fields: Partial<Task> = {}): Task =>
  aTask({ id, title: `Task ${id}`, category: 'Project', projectName: 'Garden', ...fields })

describe('isTemplateFormEdited', () => {
  it('returns false for an empty form and for untouched rows', () => {
    expect(isTemplateFormEdited(NEW_TEMPLATE)).toBe(false)
    const tasks = [newTemplateRow('a'), newTemplateRow('b')]
    expect(isTemplateFormEdited({ ...NEW_TEMPLATE, tasks })).toBe(false)
  })

  it.each([
    { name: 'Launch' },
    { description: 'Ten days.' },
    { category: 'Design' },
    { isPublic: true },
    ...[
      { title: 'Plan' },
      { description: 'Two rows.' },
      { priority: 3 as const },
      { category: 'Meeting' },
      { hours: '1' },
      { minutes: '5' },
      { dependencies: ['b'] },
      { startDay: 0 },
    ].map((fields) => ({ tasks: [newTemplateRow('b'), { ...newTemplateRow('a'), ...fields }] })),
  ])('returns true for %j', (fields) => {
    expect(isTemplateFormEdited({ ...NEW_TEMPLATE, ...fields })).toBe(true)
  })
})

describe('the bodies that the form sends', () => {
  it('have a trimmed name, and null for an empty description', () => {
    expect(formToTemplate(form({ name: '  Launch ', description: '' }))).toEqual({
      name: 'Launch',
      description: null,
      category: 'General',
      isPublic: false,
    })
  })

  it.each([
    ['2', '30', '2h 30m'],
    ['0', '45', '45m'],
    ['3', '', '3h'],
    ['', '', ''],
    ['two', '15', '15m'],
  ])('have %j hours and %j minutes as the estimate %j', (hours, minutes, estimatedTime) => {
    expect(formToTemplateTasks([row('a', { hours, minutes })])).toMatchObject([
      { estimatedTime, estimatedHours: hours, estimatedMinutes: minutes },
    ])
  })

  it('have the rows in order, and dependencies by position', () => {
    const rows = [row('x', { dependencies: ['z', 'gone'] }), row('y'), row('z', { startDay: 3 })]
    expect(formToTemplateTasks(rows)).toMatchObject([
      { title: 'Task x', position: 0, dependencies: [2] },
      { position: 1, dependencies: [] },
      { position: 2, startDay: 3 },
    ])
  })
})

describe('errors', () => {
  it.each<[string, Partial<TemplateFormValues>, Record<string, string>]>([
    ['without a name', { name: ' ' }, { name: 'Template name is required.' }],
    [
      'with a name that is too long',
      { name: 'x'.repeat(201) },
      { name: 'Template name must be 200 characters or fewer.' },
    ],
    [
      'with a task without a title',
      { tasks: [row('a'), row('b', { title: ' ' })] },
      { 'b.title': 'Title is required' },
    ],
    [
      'with too many hours',
      { tasks: [row('a', { hours: '1000' })] },
      { 'a.hours': 'Hours must be a whole number from 0 to 999.' },
    ],
    [
      'with too many minutes',
      { tasks: [row('a', { minutes: '60' })] },
      { 'a.minutes': 'Minutes must be a whole number from 0 to 59.' },
    ],
    [
      'with too many tasks',
      { tasks: Array.from({ length: 501 }, (_, i) => row(String(i))) },
      { tasks: 'A template can have at most 500 tasks.' },
    ],
  ])('a form %s shows the error next to the field', (_, fields, errors) => {
    expect(checkTemplateForm(form(fields))).toEqual(errors)
  })

  it('are empty for a complete form', () => {
    expect(checkTemplateForm(form({ tasks: [row('a', { hours: 'two' })] }))).toEqual({})
  })

  it('from the server appear next to their row, or next to the list', () => {
    const issues = [
      { path: '1.title', message: 'first' },
      { path: '1.title', message: 'second' },
      { path: '0.dependencies.1', message: 'third' },
      { path: '', message: 'fourth' },
    ]
    expect(taskIssuesToErrors(issues, [row('a'), row('b')])).toEqual({
      'b.title': 'first',
      'a.title': 'third',
      tasks: 'fourth',
    })
  })
})

it('drops dependencies on a removed row until it is put back at its position', () => {
  const rows = [row('a'), row('b', { dependencies: ['a', 'c'] }), row('c')]
  const left = rows.slice(1)
  expect(formToTemplateTasks(left).map(({ dependencies }) => dependencies)).toEqual([[1], []])
  expect(putRowBack(left, row('a'), 0)).toEqual(rows)
  expect(putRowBack([], row('a'), 7)).toEqual([row('a')])
})

it.each([
  [{}, ''],
  [{ startDay: 0 }, 'Starts on day 1'],
  [{ dependencies: ['y', 'x', 'gone'] }, 'After Task x, Task y'],
  [{ startDay: 0, dependencies: ['x'] }, 'Starts on day 1; after Task x'],
])('describes a row with %j as %j', (fields, words) => {
  expect(describeRow(row('a', fields), [row('x'), row('y')])).toBe(words)
})

it('matches a created template with its form until the form changes', () => {
  const values = form({ name: ' Launch ' })
  const draft = templateDraftSchema.parse(formToTemplate(values))
  const made = { id: 7, ...createTemplate(draft, { userId: 'ada', now: NOW }) }
  expect(isTemplateOfForm(made, { ...values, tasks: [row('a')] })).toBe(true)
  for (const change of [{ name: 'Other' }, { description: 'x' }, { category: 'Design' }, { isPublic: true }])
    expect(isTemplateOfForm(made, { ...values, ...change })).toBe(false)
})

describe('a project saved as a template', () => {
  it('has all of its tasks in board order, and none from other projects', () => {
    const tasks = [
      task(1, { priority: 5, position: 1 }),
      task(2, { priority: 5, position: 0, completed: true }),
      task(3, { priority: 1, description: 'all of it', estimatedTime: '2 hours 30 minutes' }),
      task(4, { projectName: 'Harbour' }),
      task(5, { category: 'Task', projectName: null }),
    ]
    const { name, tasks: rows } = projectToTemplate(tasks, 'Garden', 'UTC')
    expect(name).toBe('Garden')
    expect(rows.map(({ title }) => title)).toEqual(['Task 3', 'Task 2', 'Task 1'])
    expect(rows[0]).toMatchObject({
      description: 'all of it',
      priority: 1,
      category: 'Project',
      hours: '2',
      minutes: '30',
    })
  })

  it('keeps days relative to its first start, and dependencies within the project', () => {
    const tasks = [
      task(1, { startDate: '2026-12-03', endDate: '2026-12-05', dependencies: ['2', '9'] }),
      task(2, { startDate: '2026-12-01', dueDate: '2026-11-30T09:00' }),
      task(3, { dueDate: 'some day' }),
      task(9, { projectName: 'Harbour', startDate: '2026-01-01' }),
    ]
    expect(projectToTemplate(tasks, 'Garden', 'UTC').tasks).toMatchObject([
      { key: '1', dependencies: ['2'], startDay: 2, endDay: 4, dueDay: null },
      { key: '2', dependencies: [], startDay: 0, endDay: null, dueDay: -1 },
      { key: '3', startDay: null, endDay: null, dueDay: null },
    ])
  })

  it('includes tasks whose project differs only in case, as the filter does', () => {
    const tasks = [task(1), task(2, { projectName: 'GARDEN' }), task(3, { projectName: 'Garden 2' })]
    const { tasks: rows } = projectToTemplate(tasks, 'Garden', 'UTC')
    expect(rows.map(({ key }) => key)).toEqual(['1', '2'])
  })

  it('includes a recurring task only once', () => {
    const recurring = { isRecurring: true, recurrenceFrequency: 'Weekly' } as const
    const tasks = [
      task(7, { ...recurring, parentTaskId: 2 }),
      task(2, { ...recurring, completed: true }),
      task(5, { ...recurring, parentTaskId: 2, completed: true, dependencies: [] }),
      task(9, { dependencies: ['2', '7'] }),
    ]
    const { tasks: rows } = projectToTemplate(tasks, 'Garden', 'UTC')
    expect(rows.map(({ key, dependencies }) => [key, dependencies])).toEqual([
      ['2', []],
      ['9', ['2']],
    ])
  })

  it('makes tasks depend on the first occurrence instead of a later one, unless that would create a cycle', () => {
    const tasks = [
      task(2, { isRecurring: true, dependencies: ['5', '6'] }),
      task(7, { isRecurring: true, parentTaskId: 2 }),
      task(8, { isRecurring: true, parentTaskId: 2 }),
      task(9, { dependencies: ['7', '8', '5'] }),
      task(5, { dependencies: ['8'] }),
      task(6, { isRecurring: true, parentTaskId: 1, dependencies: ['7'] }),
    ]
    const { tasks: rows } = projectToTemplate(tasks, 'Garden', 'UTC')
    expect(rows.map(({ key, dependencies }) => [key, dependencies])).toEqual([
      ['2', ['5', '6']],
      ['5', []],
      ['6', []],
      ['9', ['5', '2']],
    ])
  })

  it('is accepted by the API', () => {
    const tasks = [task(1, { dependencies: ['2'] }), task(2, { startDate: '2026-12-01' })]
    const { tasks: rows } = projectToTemplate(tasks, 'Garden', 'UTC')
    const drafts = templateTaskListSchema.parse(formToTemplateTasks(rows))
    const template = {
      id: 1,
      ...createTemplate(templateDraftSchema.parse({ name: 'x' }), { userId: 'ada', now: NOW }),
    }
    expect(setTemplateTasks({ ...template, tasks: [] }, drafts, { now: NOW })).toMatchObject([
      { title: 'Task 1', dependencies: ['1'] },
      { title: 'Task 2', startDay: 0 },
    ])
  })
})

it('restores stored rows and skips invalid ones', () => {
  const kept = [row('a', { startDay: 2, dependencies: ['b'] }), row('b', { priority: 9 })]
  expect(readRows(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  expect(readRows([{ key: 'a', priority: 11, hours: 2 }, { title: 'no key' }, 'x', null])).toEqual([
    newTemplateRow('a'),
  ])
  expect(readRows('x')).toEqual([])
})

import { describe, expect, it } from 'vitest'

import {
  NO_FILTER,
  type TaskFilter,
  chooseCategory,
  chooseProject,
  clearCategory,
  clearProject,
  countOpenBy,
  filterTasks,
  filterTitle,
  findNames,
  noTasksMessage,
  offeredCategories,
  offeredProjects,
  readFilter,
  showsTask,
  toggleToday,
} from './task-filter.ts'

const task = (category: string, projectName: string | null = null) => ({
  category,
  projectName,
  completed: false,
  dueDate: null as string | null,
  plannedFor: null as string | null,
})
const viewer = { today: Temporal.PlainDate.from('2026-11-19'), zone: 'Europe/Berlin' }

const only = (category: string, project: string | null = null): TaskFilter => ({
  category,
  project,
  day: null,
})
const BILLING = only('Project', 'Billing')
const MEETINGS = only('Meeting')
const TODAY: TaskFilter = { ...NO_FILTER, day: 'today' }

describe('readFilter', () => {
  it.each([
    [null, null, NO_FILTER],
    ['', '', NO_FILTER],
    ['Meeting', null, MEETINGS],
    ['Project', 'Billing', BILLING],
    ['Project', '', only('Project')],
    ['Nowhere', null, only('Nowhere')],
    ['Meeting', 'Billing', MEETINGS],
    ['project', 'Billing', only('project')],
    [null, 'Billing', NO_FILTER],
  ])('reads category %j and project %j as %j', (category, project, filter) => {
    expect(readFilter(category, project, null)).toEqual(filter)
    expect(readFilter(category, project, 'today')).toEqual({ ...filter, day: 'today' })
  })

  it.each(['', 'tomorrow', '2026-11-19'])('ignores the day %j', (day) => {
    expect(readFilter(null, null, day)).toEqual(NO_FILTER)
  })
})

describe('choosing a filter', () => {
  it.each([
    [NO_FILTER, 'Meeting', MEETINGS],
    [MEETINGS, 'Meeting', NO_FILTER],
    [only('MEETING'), 'Meeting', NO_FILTER],
    [MEETINGS, 'Task', only('Task')],
    [BILLING, 'Meeting', MEETINGS],
    [BILLING, 'Project', NO_FILTER],
  ])('after %j, choosing category %s gives %j', (filter, category, next) => {
    expect(chooseCategory(filter, category)).toEqual(next)
  })

  it.each([
    [NO_FILTER, 'Billing', BILLING],
    [MEETINGS, 'Billing', BILLING],
    [BILLING, 'Summit', only('Project', 'Summit')],
    [BILLING, 'Billing', only('Project')],
    [BILLING, 'BILLING', only('Project')],
  ])('after %j, choosing project %s gives %j', (filter, project, next) => {
    expect(chooseProject(filter, project)).toEqual(next)
  })

  it('keeps the filter for today, which the chip turns on and off', () => {
    expect(toggleToday(MEETINGS)).toEqual({ ...MEETINGS, day: 'today' })
    expect(toggleToday({ ...MEETINGS, day: 'today' })).toEqual(MEETINGS)
    expect(chooseCategory(TODAY, 'Meeting')).toEqual({ ...MEETINGS, day: 'today' })
    expect(chooseCategory({ ...BILLING, day: 'today' }, 'Project')).toEqual(TODAY)
    expect(chooseProject(TODAY, 'Billing')).toEqual({ ...BILLING, day: 'today' })
    expect(clearCategory({ ...BILLING, day: 'today' })).toEqual(TODAY)
  })

  it('keeps the category when the project is cleared', () => {
    expect(clearProject(BILLING)).toEqual(only('Project'))
  })
})

describe('filterTasks', () => {
  const tasks = [
    task('Task'),
    task('Project', 'Billing'),
    task('Project', 'billing'),
    task('Project'),
    task('Billing'),
    task('project', 'Billing'),
  ]

  it('returns the same array without a filter', () => {
    expect(filterTasks(tasks, NO_FILTER, viewer)).toBe(tasks)
  })

  it('matches names regardless of case and Unicode form', () => {
    expect(filterTasks(tasks, only('Project'), viewer)).toEqual([...tasks.slice(1, 4), tasks.at(-1)])
    expect(filterTasks(tasks, only('PROJECT'), viewer)).toEqual([...tasks.slice(1, 4), tasks.at(-1)])
    expect(filterTasks(tasks, BILLING, viewer)).toEqual([tasks[1], tasks[2], tasks[5]])
    expect(filterTasks(tasks, only('Nowhere'), viewer)).toEqual([])
  })

  it.each([
    [NO_FILTER, task('Task'), true],
    [MEETINGS, task('Meeting'), true],
    [MEETINGS, task('Task'), false],
    [BILLING, task('Project', 'Billing'), true],
    [BILLING, task('Project'), false],
    [TODAY, task('Task'), false],
    [TODAY, { ...task('Task'), plannedFor: '2026-11-19' }, true],
    [TODAY, { ...task('Task'), dueDate: '2026-11-18' }, true],
    [{ ...MEETINGS, day: 'today' } as const, { ...task('Task'), dueDate: '2026-11-18' }, false],
  ])('with %j, shows task %j: %s', (filter, one, isShown) => {
    expect(showsTask(filter, one, viewer)).toBe(isShown)
  })
})

describe('offeredCategories', () => {
  it('returns the listed categories in order, then others that tasks use, sorted by name', () => {
    const tasks = [task('Zoo'), task('Task'), task('Garden'), task('Zoo')]
    expect(offeredCategories(['Task', 'Project', 'Reading'], tasks, null)).toEqual([
      'Task',
      'Project',
      'Reading',
      'Garden',
      'Zoo',
    ])
  })

  it('includes the chosen category only once', () => {
    expect(offeredCategories(['Task'], [], 'Nowhere')).toEqual(['Task', 'Nowhere'])
    expect(offeredCategories(['Task'], [task('Zoo')], 'Zoo')).toEqual(['Task', 'Zoo'])
    expect(offeredCategories(['Task'], [], 'Task')).toEqual(['Task'])
  })

  it('lists names only once if they differ only in case, spaces or Unicode form', () => {
    expect(offeredCategories(['Garden'], [task('garden'), task('Ｇarden')], 'GARDEN')).toEqual(['Garden'])
    expect(
      offeredProjects([
        task('Project', 'Work'),
        task('Project', 'WORK'),
        task('Project', 'Phase  2'),
        task('Project', 'Phase 10'),
        task('Project', 'Phase 2'),
      ]),
    ).toEqual(['Phase  2', 'Phase 10', 'Work'])
  })
})

describe('offeredProjects', () => {
  it('returns the distinct project names of tasks in the category Project, sorted', () => {
    const tasks = [
      task('Project', 'Summit'),
      task('Project', 'Billing'),
      task('Project', 'Summit'),
      task('Project', ''),
      task('Project', null),
      task('Meeting', 'Harbour'),
    ]
    expect(offeredProjects(tasks)).toEqual(['Billing', 'Summit'])
    expect(offeredProjects([task('Meeting', 'Harbour')])).toEqual([])
  })

  it.each([
    ['', ['Autumn summit', 'Billing', 'Café']],
    ['SUM', ['Autumn summit']],
    ['  bill ', ['Billing']],
    ['cafe\u0301', ['Café']],
    ['i', ['Autumn summit', 'Billing']],
    ['nowhere', []],
    ['.*', []],
  ])('searching for %j finds %j', (text, found) => {
    expect(findNames(['Autumn summit', 'Billing', 'Café'], text)).toEqual(found)
  })
})

describe('countOpenBy', () => {
  const TASKS = [
    { category: 'Project', projectName: 'Café', completed: false },
    { category: 'Project', projectName: 'CAFE\u0301', completed: false },
    { category: 'project', projectName: null, completed: false },
    { category: 'Meeting', projectName: null, completed: true },
    { category: '__proto__', projectName: null, completed: false },
  ]

  it.each([
    ['category', 'Project', 3],
    ['category', 'Meeting', 0],
    ['category', '__proto__', 1],
    ['projectName', 'café', 2],
    ['projectName', 'Cafe', 0],
  ] as const)('counts the open tasks of the %s %j: %d', (field, name, count) => {
    expect(countOpenBy(field, TASKS)(name)).toBe(count)
  })
})

describe('the words', () => {
  it.each([
    [NO_FILTER, 'All Tasks', 'No tasks found.'],
    [MEETINGS, 'Meeting Tasks', 'No tasks found in the "Meeting" category.'],
    [BILLING, 'Project: Billing', 'No tasks found in the "Billing" project.'],
    [TODAY, 'All Tasks', 'Nothing planned for today.'],
    [{ ...BILLING, day: 'today' } as const, 'Project: Billing', 'Nothing planned for today.'],
  ])('for %j are the title %j and the message %j', (filter, title, message) => {
    expect(filterTitle(filter)).toBe(title)
    expect(noTasksMessage(filter)).toBe(message)
  })
})

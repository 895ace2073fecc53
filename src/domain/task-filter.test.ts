import { describe, expect, it } from 'vitest'

import {
  NO_FILTER,
  chooseCategory,
  chooseProject,
  clearProject,
  countOpenByCategory,
  filterTasks,
  filterTitle,
  findNames,
  noTasksMessage,
  offeredCategories,
  offeredProjects,
  readFilter,
  showsTask,
} from './task-filter.ts'

const task = (category: string, projectName: string | null = null) => ({ category, projectName })

const BILLING = { category: 'Project', project: 'Billing' }
const MEETINGS = { category: 'Meeting', project: null }

describe('a filter read from outside', () => {
  it.each([
    [null, null, NO_FILTER],
    ['', '', NO_FILTER],
    ['Meeting', null, MEETINGS],
    ['Project', 'Billing', BILLING],
    ['Project', '', { category: 'Project', project: null }],
    ['Nowhere', null, { category: 'Nowhere', project: null }],
    ['Meeting', 'Billing', MEETINGS],
    ['project', 'Billing', { category: 'project', project: null }],
    [null, 'Billing', NO_FILTER],
  ])('from category %j and project %j is %j', (category, project, filter) => {
    expect(readFilter(category, project)).toEqual(filter)
  })
})

describe('choosing', () => {
  it.each([
    [NO_FILTER, 'Meeting', MEETINGS],
    [MEETINGS, 'Meeting', NO_FILTER],
    [MEETINGS, 'Task', { category: 'Task', project: null }],
    [BILLING, 'Meeting', MEETINGS],
    [BILLING, 'Project', NO_FILTER],
  ])('with %j, the category %s, leads to %j', (filter, category, next) => {
    expect(chooseCategory(filter, category)).toEqual(next)
  })

  it.each([
    [NO_FILTER, 'Billing', BILLING],
    [MEETINGS, 'Billing', BILLING],
    [BILLING, 'Summit', { category: 'Project', project: 'Summit' }],
    [BILLING, 'Billing', { category: 'Project', project: null }],
  ])('with %j, the project %s, leads to %j', (filter, project, next) => {
    expect(chooseProject(filter, project)).toEqual(next)
  })

  it('clearing the project leaves the category', () => {
    expect(clearProject(BILLING)).toEqual({ category: 'Project', project: null })
  })
})

describe('what a filter shows', () => {
  const tasks = [
    task('Task'),
    task('Project', 'Billing'),
    task('Project', 'billing'),
    task('Project'),
    task('Billing'),
    task('project', 'Billing'),
  ]

  it('is every task, in the very list, when there is none', () => {
    expect(filterTasks(tasks, NO_FILTER)).toBe(tasks)
  })

  it('matches exactly, case too', () => {
    expect(filterTasks(tasks, { category: 'Project', project: null })).toEqual(tasks.slice(1, 4))
    expect(filterTasks(tasks, BILLING)).toEqual([tasks[1]])
    expect(filterTasks(tasks, { category: 'Nowhere', project: null })).toEqual([])
  })

  it.each([
    [NO_FILTER, task('Task'), true],
    [MEETINGS, task('Meeting'), true],
    [MEETINGS, task('Task'), false],
    [BILLING, task('Project', 'Billing'), true],
    [BILLING, task('Project'), false],
  ])('of one task: %j shows %j: %s', (filter, one, isShown) => {
    expect(showsTask(filter, one)).toBe(isShown)
  })
})

describe('the categories on offer', () => {
  it('are those of the list in its order, then others that tasks carry, by name', () => {
    const tasks = [task('Zoo'), task('Task'), task('Garden'), task('Zoo')]
    expect(offeredCategories(['Task', 'Project', 'Reading'], tasks, null)).toEqual([
      'Task',
      'Project',
      'Reading',
      'Garden',
      'Zoo',
    ])
  })

  it('have the chosen one among them, once', () => {
    expect(offeredCategories(['Task'], [], 'Nowhere')).toEqual(['Task', 'Nowhere'])
    expect(offeredCategories(['Task'], [task('Zoo')], 'Zoo')).toEqual(['Task', 'Zoo'])
    expect(offeredCategories(['Task'], [], 'Task')).toEqual(['Task'])
  })

  it('tell names apart by case: a filter matches exactly', () => {
    expect(offeredCategories(['Garden'], [task('garden')], null)).toEqual(['Garden', 'garden'])
  })
})

describe('the projects on offer', () => {
  it('are the distinct names of tasks in the category Project, by name', () => {
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
  ])('are searched for %j: %j', (text, found) => {
    expect(findNames(['Autumn summit', 'Billing', 'Café'], text)).toEqual(found)
  })
})

describe('counts', () => {
  it('are of open tasks, by category', () => {
    const counts = countOpenByCategory([
      { category: 'Task', completed: false },
      { category: 'Task', completed: false },
      { category: 'Meeting', completed: true },
      { category: '__proto__', completed: false },
    ])
    expect([...counts]).toEqual([
      ['Task', 2],
      ['__proto__', 1],
    ])
  })
})

describe('words', () => {
  it.each([
    [NO_FILTER, 'All Tasks', 'No tasks found.'],
    [MEETINGS, 'Meeting Tasks', 'No tasks found in the "Meeting" category.'],
    [BILLING, 'Project: Billing', 'No tasks found in the "Billing" project.'],
  ])('of %j are %j and %j', (filter, title, message) => {
    expect(filterTitle(filter)).toBe(title)
    expect(noTasksMessage(filter)).toBe(message)
  })
})

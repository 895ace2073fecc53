import { describe, expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'
import { taskDraftSchema } from '../tasks/task-draft.ts'
import {
  canChangeTemplate,
  createTemplate,
  linkTasks,
  requireOwnTemplate,
  setTemplateTasks,
  templateTaskToDraft,
} from './template-rules.ts'
import {
  type TemplateTask,
  type TemplateTaskDraft,
  type TemplateWithTasks,
  describeTemplate,
  findTemplates,
  instantiationSchema,
  templateDraftSchema,
  templateTaskDraftSchema,
  templateTaskListSchema,
} from './template.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const LATER = '2026-11-21T10:00:00.000Z'

const draft = (fields: object = {}): TemplateTaskDraft =>
  templateTaskDraftSchema.parse({ title: 'A task', ...fields })
const templateTask = (position: number, fields: object = {}): TemplateTask => ({
  ...draft(fields),
  id: 100 + position,
  templateId: 1,
  position,
  createdAt: NOW,
})
const template = (...tasks: TemplateTask[]): TemplateWithTasks => ({
  id: 1,
  ...createTemplate(templateDraftSchema.parse({ name: 'Launch' }), { userId: 'ada', now: NOW }),
  tasks,
})
const after = (...dependencies: (string | number)[]) => draft({ dependencies })

describe('a new template', () => {
  it('is private by default, with the category General and no description', () => {
    expect(
      createTemplate(templateDraftSchema.parse({ name: ' Launch ' }), { userId: 'ada', now: NOW }),
    ).toEqual({
      name: 'Launch',
      description: null,
      category: 'General',
      isPublic: false,
      version: 1,
      createdBy: 'ada',
      createdAt: NOW,
      updatedAt: NOW,
    })
  })

  it.each([undefined, null, '', '   ', 5])('rejects the name %j', (name) => {
    expect(templateDraftSchema.safeParse({ name }).error?.issues).toEqual([
      expect.objectContaining({ path: ['name'], message: 'Template name is required.' }),
    ])
  })
})

describe('the estimate of a template task', () => {
  it.each([
    [{}, null],
    [{ estimatedTime: '' }, ''],
    [{ estimatedTime: '2h 30m' }, '2h 30m'],
    [{ estimatedTime: '2h 30m', estimatedHours: '1', estimatedMinutes: '' }, '2h 30m'],
    [{ estimatedHours: '2', estimatedMinutes: '30' }, '2h 30m'],
    [{ estimatedHours: 2, estimatedMinutes: 30 }, '2h 30m'],
    [{ estimatedHours: ' 2 ', estimatedTime: '' }, '2h'],
    [{ estimatedMinutes: '5', estimatedTime: null }, '5m'],
    [{ estimatedHours: '', estimatedMinutes: '' }, null],
    [{ estimatedHours: 'two', estimatedMinutes: 'half' }, null],
    [{ estimatedHours: 'two', estimatedMinutes: '15' }, '15m'],
    [{ estimatedHours: '2h' }, null],
    [{ estimatedHours: 0, estimatedMinutes: 0, estimatedTime: '' }, ''],
    [{ estimatedHours: '999', estimatedMinutes: '59' }, '999h 59m'],
  ])('sent as %j becomes %j', (sent, estimatedTime) => {
    expect(draft(sent).estimatedTime).toBe(estimatedTime)
  })

  it.each([
    [{ estimatedHours: '1000' }, 'estimatedHours'],
    [{ estimatedHours: 1000 }, 'estimatedHours'],
    [{ estimatedHours: '-1' }, 'estimatedHours'],
    [{ estimatedHours: '1.5' }, 'estimatedHours'],
    [{ estimatedHours: 'Infinity' }, 'estimatedHours'],
    [{ estimatedHours: '-0' }, 'estimatedHours'],
    [{ estimatedHours: '+5' }, 'estimatedHours'],
    [{ estimatedHours: '1e1' }, 'estimatedHours'],
    [{ estimatedHours: '0x10' }, 'estimatedHours'],
    [{ estimatedHours: '5.0' }, 'estimatedHours'],
    [{ estimatedMinutes: '1e1' }, 'estimatedMinutes'],
    [{ estimatedHours: '9'.repeat(101) }, 'estimatedHours'],
    [{ estimatedHours: null }, 'estimatedHours'],
    [{ estimatedHours: true }, 'estimatedHours'],
    [{ estimatedHours: ['1'] }, 'estimatedHours'],
    [{ estimatedMinutes: '60' }, 'estimatedMinutes'],
    [{ estimatedMinutes: 60 }, 'estimatedMinutes'],
    [{ estimatedMinutes: -1 }, 'estimatedMinutes'],
    [{ estimatedMinutes: {} }, 'estimatedMinutes'],
    [{ estimatedTime: 5 }, 'estimatedTime'],
    [{ estimatedTime: 'x'.repeat(101) }, 'estimatedTime'],
  ])('rejects %j', (sent, field) => {
    const { error } = templateTaskDraftSchema.safeParse({ title: 'A task', ...sent })
    expect(error?.issues.map((issue) => issue.path)).toEqual([[field]])
  })
})

describe('a list of template tasks', () => {
  it('accepts 0 to 500 tasks', () => {
    const sent = Array.from({ length: 500 }, () => ({ title: 'A task' }))
    expect(templateTaskListSchema.parse(sent)).toHaveLength(500)
    expect(templateTaskListSchema.safeParse([...sent, { title: 'One more' }]).success).toBe(false)
    expect(templateTaskListSchema.parse([])).toEqual([])
  })

  it('becomes the tasks of the template in list order, ignoring positions', () => {
    const drafts = [
      draft({ title: 'b', position: 7 }),
      draft({ title: 'a', position: 3, dependencies: [0, '0'] }),
    ]
    expect(setTemplateTasks(template(), drafts, { now: NOW })).toEqual([
      {
        templateId: 1,
        title: 'b',
        description: null,
        priority: 5,
        category: 'Task',
        estimatedTime: null,
        position: 0,
        dependencies: [],
        startDay: null,
        endDay: null,
        dueDay: null,
        createdAt: NOW,
      },
      expect.objectContaining({ title: 'a', position: 1, dependencies: ['0'] }),
    ])
  })

  it('changes nothing if it equals the current list', () => {
    const sent = [{}, { title: 'Plan', priority: 2, dependencies: [0], estimatedHours: 2, description: 'x' }]
    const tasks = sent.map((fields, i) => templateTask(i, fields))
    expect(setTemplateTasks(template(...tasks), sent.map(draft), { now: LATER })).toBeNull()
    expect(setTemplateTasks(template(), [], { now: LATER })).toBeNull()
  })

  it.each([
    ['title', { title: 'Another' }],
    ['description', { description: 'Another' }],
    ['priority', { priority: 6 }],
    ['category', { category: 'Review' }],
    ['estimate', { estimatedTime: '3h' }],
    ['list of dependencies', { dependencies: [] }],
    ['start', { startDay: 0 }],
    ['end', { endDay: 3 }],
    ['due day', { dueDay: -1 }],
  ])('changes if one task has a different %s', (_, fields) => {
    const tasks = [templateTask(0), templateTask(1, { dependencies: [0] })]
    const drafts = [draft(), draft({ dependencies: [0], ...fields })]
    expect(setTemplateTasks(template(...tasks), drafts, { now: LATER })).toHaveLength(2)
  })

  it('changes if it is longer, shorter or in a different order', () => {
    const [a, b] = [draft({ title: 'a' }), draft({ title: 'b' })]
    const now = template(templateTask(0, { title: 'a' }), templateTask(1, { title: 'b' }))
    for (const drafts of [[a, b, a], [a], [], [b, a]]) {
      expect(setTemplateTasks(now, drafts, { now: LATER })).toHaveLength(drafts.length)
    }
  })
})

describe('dependencies in a list of template tasks', () => {
  it.each([
    ['nothing', [after(), after()]],
    ['an earlier task', [after(), after(0)]],
    ['a later task', [after(1), after()]],
    ['several', [after(), after(), after(0, 1)]],
  ])('can be on %s', (_, drafts) => {
    expect(setTemplateTasks(template(), drafts, { now: NOW })).toHaveLength(drafts.length)
  })

  it.each([
    ['0.dependencies.0', [after(1)]],
    ['1.dependencies.1', [after(), after(0, 2)]],
    ['0.dependencies.0', [after('9999999999')]],
  ])('are rejected at %s if they point beyond the list', (path, drafts) => {
    expect(() => setTemplateTasks(template(), drafts, { now: NOW })).toThrow(
      expect.objectContaining({ code: 'unknown_dependency', issues: [expect.objectContaining({ path })] }),
    )
  })

  it.each([['x'], ['01'], [-1], [1.5]])('are rejected with a reason if one is %j', (dependency) => {
    const { issues } =
      templateTaskDraftSchema.safeParse({ title: 'A', dependencies: [dependency] }).error ?? {}
    expect(issues?.map(({ message }) => message)).toEqual(['Must be the position of a task in this list.'])
  })

  it.each([
    ['itself', [after(0)]],
    ['each other', [after(1), after(0)]],
    ['each other through a third task', [after(1), after(2), after(0)]],
  ])('are rejected if they are on %s', (_, drafts) => {
    expect(() => setTemplateTasks(template(), drafts, { now: NOW })).toThrow(
      expect.objectContaining({
        code: 'dependency_cycle',
        issues: [expect.objectContaining({ path: expect.stringMatching(/^\d\.dependencies$/) })],
      }),
    )
  })
})

it.each([
  [[], '0 tasks'],
  [[null, ''], '2 tasks'],
  [['45m'], '1 task, 45m'],
  [['45m', '1h', '2h', '1h 30m', '2h'], '5 tasks, 7h 15m'],
])('a template with the estimates %j is described as %s', (estimates, words) => {
  expect(describeTemplate(estimates.map((estimatedTime) => ({ estimatedTime })))).toBe(words)
})

it('templates are found by part of their name, ignoring case', () => {
  const templates = ['Client onboarding', 'Office move'].map((name) => ({ name }))
  expect(findTemplates(templates, ' ON').map(({ name }) => name)).toEqual(['Client onboarding'])
  expect(findTemplates(templates, '')).toEqual(templates)
})

describe('a public template', () => {
  it('can be changed only by its owner', () => {
    expect(canChangeTemplate(template(), 'ada')).toBe(true)
    expect(canChangeTemplate(template(), 'eve')).toBe(false)
    expect(() => requireOwnTemplate(template(), 'ada')).not.toThrow()
    expect(() => requireOwnTemplate(template(), 'eve')).toThrow(expect.objectContaining({ code: 'refused' }))
  })
})

describe('a project from a template', () => {
  it.each([undefined, null, '', ' \n', 5])('rejects the name %j', (projectName) => {
    expect(instantiationSchema.safeParse({ projectName }).error?.issues).toEqual([
      expect.objectContaining({ path: ['projectName'], message: 'Project name is required.' }),
    ])
  })

  it('has tasks of the category Project with no work done', () => {
    const task = templateTask(3, {
      title: 'Plan',
      description: 'all of it',
      priority: 2,
      category: 'Review',
      estimatedTime: '2h 30m',
      dependencies: [0],
      startDay: 0,
      dueDay: 30,
    })
    const wanted = { projectName: 'Garden', startDate: '2026-12-01' }
    expect(templateTaskToDraft(task, { ...wanted, startDate: null })).toMatchObject({
      startDate: null,
      dueDate: null,
    })
    expect(templateTaskToDraft(task, wanted)).toMatchObject({
      startDate: '2026-12-01',
      endDate: null,
      dueDate: '2026-12-31',
      title: 'Plan',
      description: 'all of it',
      priority: 2,
      category: 'Project',
      projectName: 'Garden',
      estimatedTime: '2h 30m',
      completed: false,
      progress: 0,
      elapsedTime: 0,
      position: 0,
      isRecurring: false,
      dependencies: [],
      attachments: [],
    })
  })

  it('has tasks with the defaults of the API', () => {
    const task = templateTask(0, { title: 'Plan', dueDay: 0 })
    const sent = { title: 'Plan', category: 'Project', projectName: 'Garden', dueDate: '2026-12-01' }
    const wanted = { projectName: 'Garden', startDate: '2026-12-01' }
    expect(templateTaskToDraft(task, wanted)).toEqual(taskDraftSchema.parse(sent))
  })

  it('has tasks with the same dependencies as in the template', () => {
    const templateTasks = [
      templateTask(0, { dependencies: [2] }),
      templateTask(1),
      templateTask(2, { dependencies: [1] }),
    ]
    const made = [7, 9, 30].map((id) => aTask({ id, title: `Task ${id}` }))
    expect(linkTasks(made, templateTasks)).toEqual([
      { ...made[0], dependencies: ['30'] },
      { ...made[2], dependencies: ['9'] },
    ])
  })
})

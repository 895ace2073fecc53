import { CATEGORY_PROJECT } from '../categories/category.ts'
import { TenfoldError } from '../error.ts'
import { dependencyCycle, findTaskInCycle } from '../tasks/dependency.ts'
import { initialFields } from '../tasks/task-fields.ts'
import type { Present } from '../tasks/task-rules.ts'
import type { Task, TaskDraft } from '../tasks/task.ts'
import { daysToDates } from './template-days.ts'
import type {
  Instantiation,
  NewTemplate,
  NewTemplateTask,
  Template,
  TemplateDraft,
  TemplateTask,
  TemplateTaskDraft,
  TemplateWithTasks,
} from './template.ts'

/**
 * Returns whether the user owns the template. Everyone can see and use a public template, but only its owner can
 * change it.
 */
export function canChangeTemplate(template: Pick<Template, 'createdBy'>, userId: string): boolean {
  return template.createdBy === userId
}

/** @throws TenfoldError `refused` */
export function requireOwnTemplate(template: Template, userId: string): void {
  if (canChangeTemplate(template, userId)) return
  throw new TenfoldError('refused', 'Only the owner can change or delete a template.')
}

export function createTemplate(
  draft: TemplateDraft,
  { userId, now }: { userId: string } & Present,
): NewTemplate {
  return { ...draft, createdBy: userId, version: 1, createdAt: now, updatedAt: now }
}

/**
 * Returns the new task list of a template, in the order of the drafts, or null if nothing changes.
 * @throws TenfoldError `unknown_dependency`, `dependency_cycle`
 */
export function setTemplateTasks(
  { id: templateId, tasks }: TemplateWithTasks,
  drafts: readonly TemplateTaskDraft[],
  { now }: Present,
): NewTemplateTask[] | null {
  requirePositions(drafts)
  const isKept = drafts.length === tasks.length && drafts.every((draft, i) => isSame(draft, tasks[i]))
  if (isKept) return null
  return drafts.map((draft, position) => ({ ...draft, templateId, position, createdAt: now }))
}

/** Converts a template task to a draft of a project task. `linkTasks` adds its dependencies later. */
export function templateTaskToDraft(
  task: TemplateTask,
  { projectName, startDate }: Instantiation,
): TaskDraft {
  const { title, description, priority, estimatedTime } = task
  return {
    ...initialFields(),
    title,
    description,
    priority,
    category: CATEGORY_PROJECT,
    projectName,
    estimatedTime,
    ...daysToDates(task, startDate),
  }
}

/**
 * Returns the new tasks that depend on others, with their dependencies.
 * @param made the new tasks, in the order of the template's tasks
 */
export function linkTasks(made: readonly Task[], templateTasks: readonly TemplateTask[]): Task[] {
  return made.flatMap((task, i) => {
    const positions = templateTasks[i]?.dependencies ?? []
    const dependencies = positions.flatMap((position) => made[Number(position)]?.id ?? []).map(String)
    return dependencies.length > 0 ? [{ ...task, dependencies }] : []
  })
}

function requirePositions(drafts: readonly TemplateTaskDraft[]): void {
  for (const [i, { dependencies }] of drafts.entries()) {
    const unknown = dependencies.findIndex((position) => Number(position) >= drafts.length)
    if (unknown < 0) continue
    const message = `The list has no task at position ${dependencies[unknown]}.`
    throw new TenfoldError('unknown_dependency', message, {
      issues: [{ path: `${i}.dependencies.${unknown}`, message }],
    })
  }
  const inCycle = findTaskInCycle(drafts.map(({ dependencies }, id) => ({ id, dependencies })))
  if (inCycle !== null) throw dependencyCycle(`${inCycle}.dependencies`)
}

function isSame(draft: TemplateTaskDraft, task: TemplateTask | undefined): boolean {
  const fields = Object.keys(draft) as (keyof TemplateTaskDraft)[]
  return fields.every((field) => JSON.stringify(draft[field]) === JSON.stringify(task?.[field]))
}

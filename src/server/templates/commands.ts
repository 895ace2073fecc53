import { notFound } from '#domain/error.ts'
import type { Place } from '#domain/level.ts'
import type { Level } from '#domain/priority.ts'
import { createTask } from '#domain/task-rules.ts'
import type { Task } from '#domain/task.ts'
import {
  type Instantiation,
  type Template,
  type TemplateDraft,
  type TemplateTask,
  type TemplateTaskDraft,
  type TemplateWithTasks,
  createTemplate,
  linkTasks,
  requireOwnTemplate,
  setTemplateTasks,
  templateTaskToDraft,
} from '#domain/template.ts'

import type { Database } from '../db/schema.ts'
import { runOnce } from '../idempotency/run-once.ts'
import type { Actor } from '../tasks/commands.ts'
import { insertTask, listPlaces, updateTask } from '../tasks/store.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplateTasks,
  replaceTemplateTasks,
} from './store.ts'

/** Makes a template, once per key. */
export async function runCreateTemplate(
  db: Database,
  { userId, now }: Actor,
  draft: TemplateDraft,
  key: string | undefined,
): Promise<Template> {
  return runOnce(db, { userId, now, call: 'POST /api/templates', key }, () =>
    insertTemplate(db, createTemplate(draft, { userId, now })),
  )
}

/**
 * Sets the list of a template's tasks, and answers it. The list that it has already stays as it is.
 * @throws TenfoldError `not_found`, `refused`, `unknown_dependency`, `dependency_cycle`
 */
export async function runSetTemplateTasks(
  db: Database,
  { userId, now }: Actor,
  id: number,
  drafts: readonly TemplateTaskDraft[],
): Promise<TemplateTask[]> {
  const template = await requireTemplate(db, userId, id)
  requireOwnTemplate(template, userId)
  const tasks = setTemplateTasks(await withTasks(db, userId, template), drafts, { now })
  if (tasks) await replaceTemplateTasks(db, userId, id, tasks, now)
  return listTemplateTasks(db, userId, id)
}

/**
 * Makes a project's tasks after a template, once per key, each at the end of its level: capture is never refused.
 * @throws TenfoldError `not_found`
 */
export async function runInstantiateTemplate(
  db: Database,
  { userId, now }: Actor,
  id: number,
  wanted: Instantiation,
  key: string | undefined,
): Promise<Task[]> {
  const call = `POST /api/templates/${id}/instantiate`
  return runOnce(db, { userId, now, call, key }, () => makeProject(db, { userId, now }, id, wanted))
}

/**
 * Deletes a template and its tasks. The projects made after it stay.
 * @throws TenfoldError `not_found`, `refused`
 */
export async function runDeleteTemplate(db: Database, { userId }: Actor, id: number): Promise<void> {
  requireOwnTemplate(await requireTemplate(db, userId, id), userId)
  await deleteTemplate(db, userId, id)
}

/**
 * A template that the user may see, with its tasks.
 * @throws TenfoldError `not_found`
 */
export async function requireTemplateWithTasks(
  db: Database,
  userId: string,
  id: number,
): Promise<TemplateWithTasks> {
  return withTasks(db, userId, await requireTemplate(db, userId, id))
}

async function makeProject(
  db: Database,
  { userId, now }: Actor,
  id: number,
  wanted: Instantiation,
): Promise<Task[]> {
  const { tasks: templateTasks } = await requireTemplateWithTasks(db, userId, id)
  const lastAtLevel = new Map<Level, readonly Place[]>()
  const made: Task[] = []
  for (const templateTask of templateTasks) {
    const draft = templateTaskToDraft(templateTask, wanted)
    const level = lastAtLevel.get(draft.priority) ?? (await listPlaces(db, userId, draft.priority))
    const task = await insertTask(db, createTask(draft, level, { userId, now }))
    lastAtLevel.set(draft.priority, [task])
    made.push(task)
  }
  const linked = new Map(linkTasks(made, templateTasks).map((task) => [task.id, task]))
  for (const task of made) {
    const after = linked.get(task.id)
    if (after) await updateTask(db, userId, task, after)
  }
  return made.map((task) => linked.get(task.id) ?? task)
}

async function withTasks(db: Database, userId: string, template: Template): Promise<TemplateWithTasks> {
  return { ...template, tasks: await listTemplateTasks(db, userId, template.id) }
}

/** The template, or the answer that it is not there or not for the user to see. */
async function requireTemplate(db: Database, userId: string, id: number): Promise<Template> {
  const template = await findTemplate(db, userId, id)
  if (!template) throw notFound()
  return template
}

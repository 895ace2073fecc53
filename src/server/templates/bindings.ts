import { requireFound } from '#domain/error.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'
import type { NewTask } from '#domain/tasks/task-rules.ts'
import type { Task } from '#domain/tasks/task.ts'
import { taskDraftSchema } from '#domain/tasks/task-draft.ts'
import {
  createTemplate,
  deleteTemplate,
  instantiateTemplate,
  restoreTemplate,
  setTemplateTasks,
} from '#domain/templates/commands.ts'
import { linkTasks } from '#domain/templates/template-rules.ts'
import type { TemplateTask } from '#domain/templates/template.ts'

import type { Database } from '../db/schema.ts'
import type { Bind } from '../run/bind.ts'
import { listLastPlaces } from '../tasks/places-store.ts'
import { insertTasks, listCreated, updateTasks } from '../tasks/store.ts'
import { templateCalls } from './calls.ts'
import { findDeletedTemplate, forgetDeletedTemplates, keepDeletedTemplate } from './deleted-store.ts'
import {
  findTemplate,
  findTemplateWithTasks,
  insertRestoredTemplate,
  insertTemplate,
  listTemplateTasks,
  removeTemplate,
  replaceTemplateTasks,
} from './store.ts'

export function bindTemplates(bind: Bind): void {
  bind(createTemplate, {
    method: 'POST',
    path: '/api/templates',
    schema: templateCalls.create,
    input: ({ body }) => body,
    body: (draft) => draft,
    read: async () => ({}),
    write: (db, _author, template) => insertTemplate(db, template),
    outcomeOf: ({ id, version }) => ({ entity: [id], version }),
    replay: async (db, { userId }, _draft, { entity: [id] }) =>
      requireFound(await findTemplate(db, userId, Number(id))),
    answer: (template) => template,
  })

  bindTrashing(bind)

  bind(setTemplateTasks, {
    method: 'POST',
    path: '/api/templates/:id/tasks',
    schema: templateCalls.setTasks,
    input: ({ params, body }) => ({ ...params, tasks: body }),
    body: ({ tasks }) => tasks,
    read: async (db, { userId }, needs) => ({
      template: await findTemplateWithTasks(db, userId, needs.templateWithTasks),
    }),
    write: async (db, { userId, now }, tasks, { id }) => {
      if (tasks) await replaceTemplateTasks(db, userId, id, tasks, now)
      return listTemplateTasks(db, userId, id)
    },
    replay: async (db, { userId }, { id }) => requireFound(await findTemplateWithTasks(db, userId, id)).tasks,
    answer: (tasks) => tasks,
  })

  bind(instantiateTemplate, {
    method: 'POST',
    path: '/api/templates/:id/instantiate',
    schema: templateCalls.instantiate,
    input: ({ params, body }) => ({ ...params, wanted: body }),
    body: ({ wanted }) => wanted,
    read: async (db, { userId }, needs) => {
      const template = await findTemplateWithTasks(db, userId, needs.templateWithTasks)
      const levels = (template?.tasks ?? []).map(({ priority }) => priority)
      return { template, levels: await listLastPlaces(db, userId, levels) }
    },
    write: (db, { userId }, change): Promise<ChangedTask[]> => insertProject(db, userId, change),
    outcomeOf: (tasks) => ({ entity: tasks.map((task) => task.id), version: null }),
    replay: (db, { userId }, _input, outcome) => listCreated(db, userId, outcome),
    answer: (tasks) => ({ tasks }),
  })
}

function bindTrashing(bind: Bind): void {
  bind(deleteTemplate, {
    method: 'DELETE',
    path: '/api/templates/:id',
    schema: templateCalls.delete,
    input: ({ params }) => params,
    read: async (db, { userId }, needs) => ({
      template: await findTemplateWithTasks(db, userId, needs.templateWithTasks),
    }),
    write: async (db, { userId, now }, template, { id }) => {
      await keepDeletedTemplate(db, userId, template, now)
      await removeTemplate(db, userId, id)
    },
    replay: async () => undefined,
    answer: () => undefined,
  })

  bind(restoreTemplate, {
    method: 'POST',
    path: '/api/templates/:id/restore',
    schema: templateCalls.restore,
    input: ({ params }) => params,
    read: async (db, { userId, now }, needs) => ({
      template: await findTemplate(db, userId, needs.template),
      trashed: await findDeletedTemplate(db, userId, needs.trashed, now),
    }),
    write: async (db, { userId }, restored, { id }) => {
      if (restored) {
        await insertRestoredTemplate(db, restored)
        await forgetDeletedTemplates(db, userId, [id])
      }
      return requireFound(await findTemplateWithTasks(db, userId, id))
    },
    replay: async (db, { userId }, { id }) => requireFound(await findTemplateWithTasks(db, userId, id)),
    answer: (template) => template,
  })
}

type Project = { tasks: readonly NewTask[]; templateTasks: readonly TemplateTask[] }

/** Stores a project's tasks, then their dependencies, because their ids are known only once they are stored. */
async function insertProject(
  db: Database,
  userId: string,
  { tasks, templateTasks }: Project,
): Promise<Task[]> {
  // A damaged row of the template must not become a task. The server assigns the positions, which can exceed the limit
  // for drafts.
  for (const task of tasks) taskDraftSchema.parse({ ...task, position: 0 })
  const made = await insertTasks(db, tasks)
  const linked = new Map(linkTasks(made, templateTasks).map((task) => [task.id, task]))
  await updateTasks(
    db,
    userId,
    made.flatMap((before) => {
      const after = linked.get(before.id)
      return after ? [{ before, after }] : []
    }),
  )
  return made.map((task) => linked.get(task.id) ?? task)
}

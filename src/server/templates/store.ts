import type { Selectable } from 'kysely'

import type { Level } from '#domain/tasks/priority.ts'
import type {
  NewTemplate,
  NewTemplateTask,
  Template,
  TemplateTask,
  TemplateWithTasks,
} from '#domain/templates/template.ts'

import type { Database, NewRow, ProjectTemplateRow, TemplateTaskRow } from '../db/schema.ts'
import { textBytes } from '../db/text-bytes.ts'
import { countTexts, rowTextBytes } from '../db/text-tally.ts'
import type { LongList } from '../http/long-list.ts'
import { noteChanges } from '../run/change-log.ts'

/** The columns with user text, which counts toward the limit of a user's text. */
const TEMPLATE_TEXTS = ['name', 'description', 'category'] as const
const TEMPLATE_TASK_TEXTS = ['title', 'description', 'category', 'estimated_time', 'dependencies'] as const

/** Opens the list of the user's templates, then other users' public templates, both in order of creation. */
export async function listTemplates(db: Database, userId: string): Promise<LongList> {
  const rows = await seenBy(db, userId)
    .select('id')
    .orderBy((eb) => eb.case().when('created_by', '=', userId).then(0).else(1).end())
    .orderBy('id')
    .execute()
  return {
    ids: rows.map(({ id }) => id),
    readSizes: (ids) =>
      seenBy(db, userId)
        .select(['id', textBytes(TEMPLATE_TEXTS).as('bytes')])
        .where('id', 'in', ids)
        .execute(),
    readEntries: async (ids) => {
      const rows = await seenBy(db, userId).selectAll().where('id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, rowToTemplate(row)]))
    },
  }
}

/** Lists the ids of the user's own templates, in order of creation. */
export async function listOwnTemplateIds(db: Database, userId: string): Promise<number[]> {
  const own = db.selectFrom('project_templates').select('id').where('created_by', '=', userId)
  return (await own.orderBy('id').execute()).map(({ id }) => id)
}

/** Returns one of the user's templates or another user's public one; null if there is none. */
export async function findTemplate(db: Database, userId: string, id: number): Promise<Template | null> {
  const row = await seenBy(db, userId).selectAll().where('id', '=', id).executeTakeFirst()
  return row ? rowToTemplate(row) : null
}

export async function findTemplateWithTasks(
  db: Database,
  userId: string,
  id: number,
): Promise<TemplateWithTasks | null> {
  const template = await findTemplate(db, userId, id)
  return template && { ...template, tasks: await listTemplateTasks(db, userId, id) }
}

export async function insertTemplate(db: Database, newTemplate: NewTemplate): Promise<Template> {
  const values = templateToRow(newTemplate)
  countTexts(db, rowTextBytes(values, TEMPLATE_TEXTS))
  const row = await db.insertInto('project_templates').values(values).returningAll().executeTakeFirstOrThrow()
  const template = rowToTemplate(row)
  const { id, version } = template
  noteChanges(db, [{ kind: 'template', id, version }])
  return template
}

/** Inserts a restored template with its tasks, all under their old ids. */
export async function insertRestoredTemplate(db: Database, restored: TemplateWithTasks): Promise<void> {
  const { id, tasks, ...template } = restored
  const values = { ...templateToRow(template), id }
  countTexts(db, rowTextBytes(values, TEMPLATE_TEXTS))
  await db.insertInto('project_templates').values(values).execute()
  const rows = tasks.map(({ id, ...task }) => ({ ...templateTaskToRow(task), id }))
  for (const row of rows) countTexts(db, rowTextBytes(row, TEMPLATE_TASK_TEXTS))
  if (rows.length > 0) await db.insertInto('template_tasks').values(rows).execute()
  noteChanges(db, [{ kind: 'template', id, version: template.version }])
}

/** Deletes one of the user's templates, with its tasks. */
export async function removeTemplate(db: Database, userId: string, id: number): Promise<void> {
  await deleteTasks(db, userId, id)
  const deleted = await db
    .deleteFrom('project_templates')
    .where('created_by', '=', userId)
    .where('id', '=', id)
    .returning(textBytes(TEMPLATE_TEXTS).as('bytes'))
    .execute()
  for (const { bytes } of deleted) countTexts(db, -bytes)
  noteChanges(db, [{ kind: 'template', id, deleted: true }])
}

/** Returns the tasks of a template that the user can see, in the order of the list. */
export async function listTemplateTasks(
  db: Database,
  userId: string,
  templateId: number,
): Promise<TemplateTask[]> {
  const rows = await db
    .selectFrom('template_tasks')
    .selectAll()
    .where('template_id', 'in', seenBy(db, userId).select('id').where('id', '=', templateId))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(rowToTemplateTask)
}

export async function replaceTemplateTasks(
  db: Database,
  userId: string,
  templateId: number,
  tasks: readonly NewTemplateTask[],
  now: string,
): Promise<void> {
  const { version } = await db
    .updateTable('project_templates')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('created_by', '=', userId)
    .where('id', '=', templateId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await deleteTasks(db, userId, templateId)
  const rows = tasks.map(templateTaskToRow)
  for (const row of rows) countTexts(db, rowTextBytes(row, TEMPLATE_TASK_TEXTS))
  if (rows.length > 0) await db.insertInto('template_tasks').values(rows).execute()
  noteChanges(db, [{ kind: 'template', id: templateId, version }])
}

async function deleteTasks(db: Database, userId: string, templateId: number): Promise<void> {
  const own = db.selectFrom('project_templates').select('id').where('created_by', '=', userId)
  const deleted = await db
    .deleteFrom('template_tasks')
    .where('template_id', 'in', own.where('id', '=', templateId))
    .returning(textBytes(TEMPLATE_TASK_TEXTS).as('bytes'))
    .execute()
  for (const { bytes } of deleted) countTexts(db, -bytes)
}

/** Selects the user's templates and all public templates. Source: decisions 9. */
function seenBy(db: Database, userId: string) {
  return db
    .selectFrom('project_templates')
    .where((where) => where.or([where('created_by', '=', userId), where('is_public', '=', true)]))
}

function rowToTemplate(row: Selectable<ProjectTemplateRow>): Template {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    isPublic: Boolean(row.is_public),
    createdBy: row.created_by,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function templateToRow(template: NewTemplate): NewRow<ProjectTemplateRow> {
  return {
    name: template.name,
    description: template.description,
    category: template.category,
    is_public: template.isPublic,
    created_by: template.createdBy,
    version: template.version,
    created_at: template.createdAt,
    updated_at: template.updatedAt,
  }
}

function rowToTemplateTask(row: Selectable<TemplateTaskRow>): TemplateTask {
  return {
    id: row.id,
    templateId: row.template_id,
    title: row.title,
    description: row.description,
    priority: row.priority as Level,
    category: row.category,
    estimatedTime: row.estimated_time,
    position: row.position,
    dependencies: JSON.parse(row.dependencies) as string[],
    startDay: row.start_day,
    endDay: row.end_day,
    dueDay: row.due_day,
    createdAt: row.created_at,
  }
}

function templateTaskToRow(task: NewTemplateTask): NewRow<TemplateTaskRow> {
  return {
    template_id: task.templateId,
    title: task.title,
    description: task.description,
    priority: task.priority,
    category: task.category,
    estimated_time: task.estimatedTime,
    position: task.position,
    dependencies: JSON.stringify(task.dependencies),
    start_day: task.startDay,
    end_day: task.endDay,
    due_day: task.dueDay,
    created_at: task.createdAt,
  }
}

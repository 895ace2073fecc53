import type { Insertable, Selectable } from 'kysely'

import type { Level } from '#domain/priority.ts'
import type { NewTemplate, NewTemplateTask, Template, TemplateTask } from '#domain/template.ts'

import type { Database, ProjectTemplateRow, TemplateTaskRow } from '../db/schema.ts'
import { recordChanges } from '../events/store.ts'

/** The user's own templates, then the public ones of others, each in order of creation. */
export async function listTemplates(db: Database, userId: string): Promise<Template[]> {
  const rows = await seenBy(db, userId)
    .orderBy((eb) => eb.case().when('created_by', '=', userId).then(0).else(1).end())
    .orderBy('id')
    .execute()
  return rows.map(rowToTemplate)
}

/** A template of the user, or a public one of another. */
export async function findTemplate(db: Database, userId: string, id: number): Promise<Template | null> {
  const row = await seenBy(db, userId).where('id', '=', id).executeTakeFirst()
  return row ? rowToTemplate(row) : null
}

export async function insertTemplate(db: Database, template: NewTemplate): Promise<Template> {
  const { id } = await db
    .insertInto('project_templates')
    .values(templateToRow(template))
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChanges(db, template.createdBy, [{ kind: 'template', id, version: template.version }])
  return { id, ...template }
}

/** Deletes a template of the user, and with it its tasks. */
export async function deleteTemplate(db: Database, userId: string, id: number): Promise<void> {
  await db.deleteFrom('project_templates').where('created_by', '=', userId).where('id', '=', id).execute()
  await recordChanges(db, userId, [{ kind: 'template', id, deleted: true }])
}

/** The tasks of a template that the user may see, in the order of the list. */
export async function listTemplateTasks(
  db: Database,
  userId: string,
  templateId: number,
): Promise<TemplateTask[]> {
  const rows = await db
    .selectFrom('template_tasks')
    .selectAll()
    .where('template_id', 'in', seenBy(db, userId).clearSelect().select('id').where('id', '=', templateId))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(rowToTemplateTask)
}

/** Puts a list of tasks in the place of the one that a template of the user has. */
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
  await db.deleteFrom('template_tasks').where('template_id', '=', templateId).execute()
  if (tasks.length > 0) await db.insertInto('template_tasks').values(tasks.map(templateTaskToRow)).execute()
  await recordChanges(db, userId, [{ kind: 'template', id: templateId, version }])
}

/** A user sees their own templates and the public ones. Source: decisions 9. */
function seenBy(db: Database, userId: string) {
  return db
    .selectFrom('project_templates')
    .selectAll()
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

function templateToRow(template: NewTemplate): Insertable<ProjectTemplateRow> {
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

function templateTaskToRow(task: NewTemplateTask): Insertable<TemplateTaskRow> {
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

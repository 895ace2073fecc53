import { categoryKey } from '#domain/categories/category.ts'
import type { Level } from '#domain/tasks/priority.ts'
import { expiryOfDeleted } from '#domain/tasks/deleted-task.ts'
import type { TrashItem } from '#domain/trash/trash-schema.ts'
import type { TrashHead } from '#domain/trash/trash.ts'

import type { Database } from '../db/schema.ts'

/** Lists the items in the trash of a user that were deleted after an instant, in no particular order. */
export async function listHeads(db: Database, userId: string, since: string): Promise<TrashHead[]> {
  const tasks = await db
    .selectFrom('deleted_tasks')
    .select(['task_id as id', 'title', 'deleted_at as deletedAt'])
    .where('user_id', '=', userId)
    .where('deleted_at', '>', since)
    .execute()
  const templates = await db
    .selectFrom('deleted_templates')
    .select(['template_id as id', 'name as title', 'deleted_at as deletedAt'])
    .where('user_id', '=', userId)
    .where('deleted_at', '>', since)
    .execute()
  const categories = await db
    .selectFrom('deleted_categories')
    .select(['name as id', 'name as title', 'deleted_at as deletedAt'])
    .where('user_id', '=', userId)
    .where('deleted_at', '>', since)
    .execute()
  return [
    ...tasks.map((row) => ({ kind: 'task' as const, ...row })),
    ...templates.map((row) => ({ kind: 'template' as const, ...row })),
    ...categories.map((row) => ({ kind: 'category' as const, ...row })),
  ]
}

/**
 * Lists the ids of items deleted up to an instant, or of the whole trash, including expired items. An item that a wrong
 * clock dated in the future counts as deleted before that instant.
 */
export async function listTrashIds(db: Database, userId: string, until: string | null, now: string) {
  const all = await listHeads(db, userId, '0001-01-01T00:00:00.000Z')
  const heads = all.filter(({ deletedAt }) => until === null || deletedAt <= until || deletedAt > now)
  return {
    task: idsOf(heads, 'task').map(Number),
    template: idsOf(heads, 'template').map(Number),
    category: idsOf(heads, 'category').map(String),
  }
}

function idsOf(heads: readonly TrashHead[], kind: TrashHead['kind']) {
  return heads.flatMap((head) => (head.kind === kind ? [head.id] : []))
}

/** Counts the files of a user's deleted tasks that can still be restored. */
export async function countFiles(db: Database, userId: string, now: string): Promise<number> {
  const restorable = db
    .selectFrom('deleted_tasks')
    .select('task_id')
    .where('user_id', '=', userId)
    .where('deleted_at', '>', expiryOfDeleted(now))
  const { files } = await db
    .selectFrom('deleted_attachments')
    .select((query) => query.fn.countAll().as('files'))
    .where('user_id', '=', userId)
    .where('task_id', 'in', restorable)
    .executeTakeFirstOrThrow()
  return Number(files)
}

/** Reads the listed fields of these items, in their order. */
export async function describeItems(
  db: Database,
  userId: string,
  heads: readonly TrashHead[],
): Promise<TrashItem[]> {
  const tasks = await describeTasks(db, userId, idsOf(heads, 'task').map(Number))
  const templates = await describeTemplates(db, userId, idsOf(heads, 'template').map(Number))
  const categories = await countTasksIn(db, userId, idsOf(heads, 'category').map(String))
  const more = { task: tasks, template: templates, category: categories }
  return heads.map((head) => ({
    kind: head.kind,
    id: head.id,
    title: head.title,
    level: null,
    tasks: 0,
    files: 0,
    dependents: 0,
    deletedAt: head.deletedAt,
    ...more[head.kind].get(head.id),
  }))
}

type Details = ReadonlyMap<number | string, Partial<TrashItem>>

async function describeTasks(db: Database, userId: string, ids: readonly number[]): Promise<Details> {
  if (ids.length === 0) return new Map()
  const tasks = await db
    .selectFrom('deleted_tasks')
    .select(['task_id', 'level', 'dependents'])
    .where('user_id', '=', userId)
    .where('task_id', 'in', ids)
    .execute()
  const counts = await db
    .selectFrom('deleted_attachments')
    .select((query) => ['task_id', query.fn.countAll().as('files')])
    .where('user_id', '=', userId)
    .where('task_id', 'in', ids)
    .groupBy('task_id')
    .execute()
  const files = new Map(counts.map((row) => [row.task_id, Number(row.files)]))
  return new Map(
    tasks.map((row) => [
      row.task_id,
      {
        level: row.level as Level,
        files: files.get(row.task_id) ?? 0,
        dependents: (JSON.parse(row.dependents) as number[]).length,
      },
    ]),
  )
}

async function describeTemplates(db: Database, userId: string, ids: readonly number[]): Promise<Details> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deleted_templates')
    .select(['template_id', 'tasks'])
    .where('user_id', '=', userId)
    .where('template_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.template_id, { tasks: row.tasks }]))
}

/** Counts the tasks that still use these categories, ignoring case. */
async function countTasksIn(db: Database, userId: string, names: readonly string[]): Promise<Details> {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('tasks')
    .select((query) => ['category', query.fn.countAll().as('count')])
    .where('user_id', '=', userId)
    .groupBy('category')
    .execute()
  const byKey = Map.groupBy(rows, ({ category }) => categoryKey(category))
  const tasksIn = (name: string) =>
    (byKey.get(categoryKey(name)) ?? []).reduce((sum, { count }) => sum + Number(count), 0)
  return new Map(names.map((name) => [name, { tasks: tasksIn(name) }]))
}

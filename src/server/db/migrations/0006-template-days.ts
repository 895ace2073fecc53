import type { Kysely } from 'kysely'

/** Adds the dates of a template's tasks, in days after the start of the project. */
export async function templateDays(db: Kysely<never>): Promise<void> {
  for (const name of ['start_day', 'end_day', 'due_day']) {
    await db.schema.alterTable('template_tasks').addColumn(name, 'integer').execute()
  }
}

import type { Kysely } from 'kysely'

export async function putOffPlans(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('settings')
    .addColumn('put_off_plans', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}

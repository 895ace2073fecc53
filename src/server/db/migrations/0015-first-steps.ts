import type { Kysely } from 'kysely'

import { type DialectName, columnTypes } from '../dialect.ts'

/** Adds the state of the first steps to the settings: whether they are hidden, which are done, and the sample tasks. */
export async function firstSteps(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const none = dialect === 'sqlite' ? 0 : false
  const { boolean } = columnTypes(dialect)
  const table = () => db.schema.alterTable('settings')
  await table()
    .addColumn('hides_steps', boolean, (c) => c.notNull().defaultTo(none))
    .execute()
  for (const list of ['done_steps', 'sample_tasks'])
    await table()
      .addColumn(list, 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
}

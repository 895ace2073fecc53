import { type QueryCreator, type RawBuilder, sql } from 'kysely'

import { dialectOf } from './dialect.ts'
import type { Database, Schema } from './schema.ts'

/** The type of a column of given rows. SQLite infers the type from each value. */
export type GivenType = 'integer' | 'bigint' | 'boolean' | 'text' | 'timestamptz'

type Given<Types> = {
  [Column in keyof Types]: Types[Column] extends 'integer' | 'bigint'
    ? number
    : Types[Column] extends 'boolean'
      ? boolean
      : string
}

/**
 * Starts a statement that reads these rows from a table named `given`. The rows are one parameter, so that the
 * statement has the same text for any number of rows.
 */
export function withGiven<const Types extends Readonly<Record<string, GivenType>>>(
  db: Database,
  types: Types,
  rows: readonly Readonly<Record<keyof Types, unknown>>[],
): QueryCreator<Schema & { given: Given<Types> }> {
  const given = givenRows(db, types, rows)
  // Without a materialized table, SQLite reads the whole parameter again for each row of the other table.
  return db.with(
    (name) => name('given').materialized(),
    () => given,
  )
}

/** Starts a statement that reads these ids from a table named `given`. */
export function withGivenIds(db: Database, ids: readonly number[]) {
  const rows = ids.map((id) => ({ id }))
  return withGiven(db, { id: 'integer' }, rows)
}

/** Returns these rows as a subquery. */
export function givenRows<Types extends Readonly<Record<string, GivenType>>>(
  db: Database,
  types: Types,
  rows: readonly object[],
): RawBuilder<Given<Types>> {
  const json = JSON.stringify(rows, Object.keys(types))
  const columns = Object.entries(types)
  if (dialectOf(db) === 'sqlite') {
    const values = columns.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
    return sql`(select ${sql.join(values)} from json_each(${json}))`
  }
  const typed = columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  return sql`(select * from json_to_recordset(${json}) as given(${sql.join(typed)}))`
}

import type { Compilable, CompiledQuery } from 'kysely'

import { type DialectName, dialectOf } from './dialect.ts'
import type { Database } from './schema.ts'

/** Stands in a query for a value that is given later. */
class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * A query whose SQL is made once for each dialect: making it takes longer than running it, where it reads a few rows.
 * For queries that many requests wait for.
 * @param count how many values the query is given
 * @param build makes the query; it may only hand the values on, for it gets none at first
 * @returns what runs it with the values, and answers its rows
 */
export function prepared<V extends readonly unknown[], R>(
  count: V['length'],
  build: (db: Database, ...values: V) => Compilable<R>,
): (db: Database, ...values: V) => Promise<R[]> {
  const queries = new Map<DialectName, CompiledQuery<R>>()
  return async (db, ...values) => {
    const dialect = dialectOf(db)
    let query = queries.get(dialect)
    if (!query) {
      const placeholders = Array.from({ length: count }, (_, index) => new Placeholder(index))
      query = build(db, ...(placeholders as unknown as V)).compile()
      queries.set(dialect, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.index] : value,
    )
    return (await db.executeQuery<R>({ ...query, parameters })).rows
  }
}

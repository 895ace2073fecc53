import type { Compilable, CompiledQuery } from 'kysely'

import { dialectOf } from './dialect.ts'
import type { Database } from './schema.ts'
import { runDirectly } from './sqlite-direct.ts'

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
  const queries = new Map<string, CompiledQuery<R>>()
  return async (db, ...values) => {
    const dialect = dialectOf(db)
    let query = queries.get(dialect)
    if (!query) {
      query = build(db, ...(placeholders(count) as unknown as V)).compile()
      queries.set(dialect, query)
    }
    return run(db, query, values)
  }
}

/**
 * The same for a query that writes a row. Its SQL is made once for each set of columns.
 * @param count how many values the query is given besides
 */
export function preparedRow<Row extends object, V extends readonly unknown[], R>(
  count: V['length'],
  build: (db: Database, row: Row, ...values: V) => Compilable<R>,
): (db: Database, row: Row, ...values: V) => Promise<R[]> {
  const queries = new Map<string, CompiledQuery<R>>()
  return async (db, row, ...values) => {
    const columns = Object.keys(row)
    const name = `${dialectOf(db)} ${columns.join()}`
    let query = queries.get(name)
    if (!query) {
      const given = placeholders(columns.length + count)
      const shape = Object.fromEntries(columns.map((column, index) => [column, given[index]]))
      query = build(db, shape as Row, ...(given.slice(columns.length) as unknown as V)).compile()
      queries.set(name, query)
    }
    return run(db, query, [...Object.values(row), ...values])
  }
}

function placeholders(count: number): Placeholder[] {
  return Array.from({ length: count }, (_, index) => new Placeholder(index))
}

async function run<R>(db: Database, query: CompiledQuery<R>, values: readonly unknown[]): Promise<R[]> {
  const parameters = query.parameters.map((value) =>
    value instanceof Placeholder ? values[value.index] : value,
  )
  const rows = runDirectly(db, query.sql, parameters) as R[] | null
  if (rows) return rows
  return (await db.executeQuery<R>({ ...query, parameters })).rows
}

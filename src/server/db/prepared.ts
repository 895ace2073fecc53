import type { Compilable, CompiledQuery } from 'kysely'

import { type DialectName, dialectOf } from './dialect.ts'
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
 * The same for a query that writes a row. Its SQL is made once for each set of columns, of which there may be a few.
 * @param count how many values the query is given besides
 */
export function preparedRow<Row extends object, V extends readonly unknown[], R>(
  count: V['length'],
  build: (db: Database, row: Row, ...values: V) => Compilable<R>,
): (db: Database, row: Row, ...values: V) => Promise<R[]> {
  const shapes: Shape<R>[] = []
  return async (db, row, ...values) => {
    const columns = Object.keys(row)
    const dialect = dialectOf(db)
    let shape = shapes.find((known) => known.dialect === dialect && isSame(known.columns, columns))
    if (!shape) {
      const given = placeholders(columns.length + count)
      const blank = Object.fromEntries(columns.map((column, index) => [column, given[index]]))
      const query = build(db, blank as Row, ...(given.slice(columns.length) as unknown as V)).compile()
      shape = { dialect, columns, query }
      shapes.push(shape)
    }
    return run(db, shape.query, [...Object.values(row), ...values])
  }
}

/** A query that was made for rows with these columns. */
type Shape<R> = { dialect: DialectName; columns: readonly string[]; query: CompiledQuery<R> }

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index])
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

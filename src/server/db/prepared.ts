import type { Compilable, CompiledQuery, RawBuilder } from 'kysely'

import { type DialectName, dialectOf } from './dialect.ts'
import type { Database } from './schema.ts'

/** A placeholder in a query for a value that is passed later. */
class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/** The additional properties of a prepared query. Only the PostgreSQL driver reads them. */
export type PreparedQuery = {
  /** Identifies the SQL, so that a connection parses and plans it once. */
  name?: string
  /** Whether the query can be sent together with the next query of its transaction, because nobody reads its result. */
  isPosted?: boolean
  /** Whether the query reads a page of a long list, which short queries must not wait for. */
  isLong?: boolean
}

type PreparedOptions = Omit<PreparedQuery, 'name'>

let named = 0

/** A write that returns no rows has no result for the callers of `prepared`, so it is posted. */
function compiled<R>(query: Compilable<R>, options: PreparedOptions): CompiledQuery<R> & PreparedQuery {
  const compiled = query.compile()
  const { query: node } = compiled
  const isPosted = WRITES.has(node.kind) && !('returning' in node && node.returning)
  return { ...compiled, name: `tenfold_${++named}`, isPosted, ...options }
}

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/**
 * Runs a query whose result nobody reads. On PostgreSQL, an error may be reported by a later query of its transaction.
 */
export async function post(db: Database, query: RawBuilder<unknown>): Promise<void> {
  const posted: CompiledQuery & PreparedQuery = { ...query.compile(db), isPosted: true }
  await db.getExecutor().executeQuery(posted)
}

/**
 * Prepares a query whose SQL is compiled once per dialect. Use this for the short queries of frequent requests, which
 * take longer to compile than to run.
 * @param count the number of values
 * @param build builds the query; it can't inspect the values, because it first runs with placeholders
 * @param options.isPosted whether the query may, on PostgreSQL, return no rows and report its error with a later query
 *   of its transaction
 * @param options.isLong whether the query reads a page of a long list, which short queries must not wait for
 * @returns a function that runs the query with values and returns its rows
 */
export function prepared<V extends readonly unknown[], R>(
  count: V['length'],
  build: (db: Database, ...values: V) => Compilable<R>,
  options: PreparedOptions = {},
): (db: Database, ...values: V) => Promise<R[]> {
  const queries = new Map<string, CompiledQuery<R>>()
  return async (db, ...values) => {
    const query = queries.getOrInsertComputed(dialectOf(db), () =>
      compiled(build(db, ...(placeholders(count) as unknown as V)), options),
    )
    return (await db.getExecutor().executeQuery(withValues(query, values))).rows
  }
}

/**
 * Prepares a query that writes a row. The SQL is compiled once for each set of columns.
 * @param count the number of values besides the row
 */
export function preparedRow<Row extends object, V extends readonly unknown[], R>(
  count: V['length'],
  build: (db: Database, row: Row, ...values: V) => Compilable<R>,
  options: PreparedOptions = {},
): (db: Database, row: Row, ...values: V) => Promise<R[]> {
  const shapes: Shape<R>[] = []
  return async (db, row, ...values) => {
    const columns = Object.keys(row)
    const dialect = dialectOf(db)
    let shape = shapes.find((known) => known.dialect === dialect && isSame(known.columns, columns))
    if (!shape) {
      const given = placeholders(columns.length + count)
      const blank = Object.fromEntries(columns.map((column, index) => [column, given[index]]))
      const query = compiled(
        build(db, blank as Row, ...(given.slice(columns.length) as unknown as V)),
        options,
      )
      shape = { dialect, columns, query }
      shapes.push(shape)
    }
    const query = withValues(shape.query, [...Object.values(row), ...values])
    return (await db.getExecutor().executeQuery(query)).rows
  }
}

export function raw<R>(db: Database, query: RawBuilder<R>): Compilable<R> {
  return { compile: () => query.compile(db) }
}

/** A query compiled for rows with these columns. */
type Shape<R> = { dialect: DialectName; columns: readonly string[]; query: CompiledQuery<R> }

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index])
}

function placeholders(count: number): Placeholder[] {
  return Array.from({ length: count }, (_, index) => new Placeholder(index))
}

function withValues<R>(query: CompiledQuery<R>, values: readonly unknown[]): CompiledQuery<R> {
  const parameters = query.parameters.map((value) =>
    value instanceof Placeholder ? values[value.index] : value,
  )
  return { ...query, parameters }
}

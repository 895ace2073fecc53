import { type RawBuilder, sql } from 'kysely'

/**
 * Returns an expression for the UTF-8 bytes of a row's text columns. Neither database has to read a long text to
 * get its length.
 */
export function textBytes(columns: readonly string[]): RawBuilder<number> {
  const lengths = columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
  return sql<number>`(${sql.join(lengths, sql` + `)})`
}

import { DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

/** Runs a function and returns the texts of the statements that it sends to the database. */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  await run()
  const statements = spy.mock.calls.map(([{ sql }]) => sql)
  spy.mockRestore()
  return statements
}

// Loaded with `--import` before a server: kills it with SIGKILL right before the SQLite statement with the number in
// DIE_AT_STATEMENT. Counts only statements that change something, and those that begin or commit.
import SqliteDatabase from 'better-sqlite3'

const CHANGES = /^\s*(create|alter|drop|insert|update|delete|begin|commit)\b/i

const dieAt = Number(process.env['DIE_AT_STATEMENT'])
let count = 0

const memory = new SqliteDatabase(':memory:')
const statements = Object.getPrototypeOf(memory.prepare('select 1')) as Record<
  string,
  (this: SqliteDatabase.Statement, ...values: unknown[]) => unknown
>
memory.close()
for (const name of ['run', 'all', 'get'] as const) {
  const original = statements[name]
  statements[name] = function (...values) {
    if (CHANGES.test(this.source) && ++count === dieAt) process.kill(process.pid, 'SIGKILL')
    return original?.apply(this, values)
  }
}

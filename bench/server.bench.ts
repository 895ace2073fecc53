// `npm run bench:server`: compares the server's throughput with a minimal server, and one server with three on PostgreSQL.
// Writes docs/performance.md and the table in the README.
import { measureOnPostgres } from './server/on-postgres.ts'
import { measureOnSqlite } from './server/on-sqlite.ts'
import { readOptions } from './server/options.ts'
import { printRows } from './performance-file.ts'
import { judge, spreadTable, writeReport } from './server/report.ts'

const options = readOptions()
const sqlite = await measureOnSqlite(options)
const rows = judge(sqlite)
printRows(rows)
const spreads = await measureOnPostgres(options)
if (spreads) console.log(spreadTable(spreads))
if (options.writes) await writeReport({ options, sqlite, rows, spreads })

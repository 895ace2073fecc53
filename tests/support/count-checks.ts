// Loaded with `--import` before a server: appends a line to the file CHECKS_FILE for each check of an entire SQLite file.
import { appendFileSync } from 'node:fs'

import SqliteDatabase from 'better-sqlite3'

const CHECK = /\b(quick|integrity)_check\b/i

type Methods = Record<string, (this: SqliteDatabase.Database, source: string, ...rest: unknown[]) => unknown>

const methods = SqliteDatabase.prototype as unknown as Methods
for (const name of ['pragma', 'prepare', 'exec']) {
  const original = methods[name]
  methods[name] = function (source, ...rest) {
    const file = process.env['CHECKS_FILE']
    if (file !== undefined && CHECK.test(source)) appendFileSync(file, `${source}\n`)
    return original?.call(this, source, ...rest)
  }
}

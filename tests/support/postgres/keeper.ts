import { spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The options of `keeper.ts`, as JSON in its only argument. */
export type Keeping = {
  /** The folder of the server, which also holds its log. */
  folder: string
  /** The folders to remove with the server. */
  remove: string[]
  /** The user to run it as, or null for the current user. */
  user: number | null
  command: [program: string, ...args: string[]]
}

/**
 * Runs a PostgreSQL server until the process that started this one ends, and then removes its files, so that nothing is
 * left even when the tests are killed. SIGTERM stops the server and removes nothing.
 */
const { folder, remove, user, command } = JSON.parse(process.argv[2] ?? '') as Keeping
const [program, ...args] = command

const log = openSync(join(folder, 'log'), 'a')
const owner = user === null ? {} : { uid: user, gid: user }
const server = spawn(program, args, { ...owner, cwd: folder, stdio: ['ignore', log, log] })
let isDiscarded = false

/** On SIGINT, PostgreSQL closes its connections and stops. */
const stop = () => void server.kill('SIGINT')

server.once('error', () => process.exit(1))
server.once('exit', () => {
  if (isDiscarded) for (const path of remove) rmSync(path, { recursive: true, force: true })
  process.exit(0)
})
process.on('SIGTERM', stop)
// Ctrl+C also reaches this process, which must outlive the tests. The process ends when the tests do.
process.on('SIGINT', () => undefined)
process.stdin.resume().once('close', () => {
  isDiscarded = true
  stop()
})

import { spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What `keeper.ts` is told, as JSON in its only argument. */
export type Keeping = {
  /** The folder of the server, in which its log is written. */
  folder: string
  /** What goes with the server. */
  remove: string[]
  /** Who runs it; null for whoever runs this. */
  user: number | null
  command: [program: string, ...args: string[]]
}

/**
 * Runs a PostgreSQL server for as long as the process lives that started this one, and then removes what belongs to it:
 * also when the tests are killed, nothing is left. SIGTERM stops the server and removes nothing.
 */
const { folder, remove, user, command } = JSON.parse(process.argv[2] ?? '') as Keeping
const [program, ...args] = command

const log = openSync(join(folder, 'log'), 'a')
const owner = user === null ? {} : { uid: user, gid: user }
const server = spawn(program, args, { ...owner, cwd: folder, stdio: ['ignore', log, log] })
let isDiscarded = false

/** To PostgreSQL, SIGINT means: end the connections and stop. */
const stop = () => void server.kill('SIGINT')

server.once('error', () => process.exit(1))
server.once('exit', () => {
  if (isDiscarded) for (const path of remove) rmSync(path, { recursive: true, force: true })
  process.exit(0)
})
process.on('SIGTERM', stop)
// Ctrl+C reaches everybody at once; the tests end first, and that is what ends this.
process.on('SIGINT', () => undefined)
process.stdin.resume().once('close', () => {
  isDiscarded = true
  stop()
})

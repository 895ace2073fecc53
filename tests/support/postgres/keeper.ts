import { spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `node keeper.ts <folder> <user id> <program> <arguments…>`: runs a PostgreSQL server for as long as the process lives
 * that started this one, and removes its folder with it, however that ends. SIGTERM stops the server and keeps the folder.
 */
const [folder = '', user = '', program = '', ...args] = process.argv.slice(2)

const log = openSync(join(folder, 'log'), 'a')
const owner = user === '' ? {} : { uid: Number(user), gid: Number(user) }
const server = spawn(program, args, { ...owner, cwd: folder, stdio: ['ignore', log, log] })
let isDiscarded = false

/** To PostgreSQL, SIGINT means: end the connections and stop. */
const stop = () => void server.kill('SIGINT')

server.once('error', () => process.exit(1))
server.once('exit', () => {
  if (isDiscarded) rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
process.on('SIGTERM', stop)
// Ctrl+C reaches everybody at once; the tests end first, and that is what ends this.
process.on('SIGINT', () => undefined)
process.stdin.resume().once('close', () => {
  isDiscarded = true
  stop()
})

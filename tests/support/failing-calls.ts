import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

import { findFiu } from '../../scripts/faults/tools.mjs'
import type { ServerProcess } from './server-process.ts'

/** System calls on files, by their name in libfiu. */
const CALLS = {
  write: 'posix/io/rw/pwrite',
  fsync: 'posix/io/sync/fsync',
} as const

type Call = keyof typeof CALLS

/** Makes a server's system calls fail while it runs. */
export type FailingCalls = {
  /** The environment variables to start the server with. */
  env: Record<string, string>
  /** @param probability from 0 to 1 */
  fail(server: ServerProcess, call: Call, error: keyof typeof constants.errno, probability: number): void
  /** Lets the call succeed again. */
  heal(server: ServerProcess, call: Call): void
}

/**
 * Prepares libfiu for servers.
 * @param folder where to create its pipes
 * @returns null if libfiu is not installed
 */
export function prepareFailingCalls(folder: string): FailingCalls | null {
  const libraries = findFiu()
  if (libraries === null) return null
  const prefix = join(folder, 'fiu')
  const send = ({ child }: ServerProcess, command: string) => {
    const pipe = `${prefix}-${child.pid}`
    const input = openSync(`${pipe}.in`, 'w')
    writeSync(input, `${command}\n`)
    closeSync(input)
    const output = openSync(`${pipe}.out`, 'r')
    const answer = Buffer.alloc(16)
    readSync(output, answer)
    closeSync(output)
    if (!answer.toString().startsWith('0')) throw new Error(`libfiu rejected ${command}`)
  }
  return {
    env: { LD_PRELOAD: libraries.join(' '), FIU_CTRL_FIFO: prefix },
    fail: (server, call, error, probability) =>
      send(
        server,
        `enable_random name=${CALLS[call]},failinfo=${constants.errno[error]},probability=${probability}`,
      ),
    heal: (server, call) => send(server, `disable name=${CALLS[call]}`),
  }
}

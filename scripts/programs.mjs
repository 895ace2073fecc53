import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { runStep } from './step.mjs'

/**
 * Returns the paths where a program can be, according to PATH.
 *
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
export function placesInPath(name, env) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name))
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Returns whether `installFromDebian` can install packages: on Debian, as root. */
export function isDebianRoot() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

let isListRead = false

/**
 * Installs packages of Debian. Prints the output of a step that fails.
 *
 * @param {string} root
 * @param {string} title of the step
 * @param {readonly string[]} packages
 */
export async function installFromDebian(root, title, packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  /**
   * @param {string} title
   * @param {readonly string[]} args
   */
  const aptGet = async (title, args) => {
    const wait = ['-o', 'DPkg::Lock::Timeout=300']
    const { ok, output } = await runStep(title, 'apt-get', [...wait, ...args], { cwd: root, env })
    if (!ok) console.error(output.trimEnd())
  }
  if (!isListRead) await aptGet('Reading the list of system packages', ['update'])
  isListRead = true
  await aptGet(title, ['install', '-y', '--no-install-recommends', ...packages])
}

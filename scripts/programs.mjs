import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { PAUSES_MS, runDownload } from './step.mjs'

/**
 * Returns the possible paths of a program in PATH.
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

/** Whether the list of packages could be read, or null before the first attempt. @type {boolean | null} */
let hasList = null

/**
 * Installs Debian packages.
 *
 * @param {string} root
 * @param {string} title of the step
 * @param {readonly string[]} packages
 * @param {readonly number[]} [pausesMs] before each further attempt
 * @returns {Promise<string>} the failed step's output, or an empty string
 */
export async function installFromDebian(root, title, packages, pausesMs = PAUSES_MS) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const settings = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'APT::Update::Error-Mode=any']
  /**
   * @param {string} title
   * @param {readonly string[]} args
   * @param {readonly number[]} pauses
   */
  const aptGet = async (title, args, pauses) => {
    const command = [...settings, ...args]
    const { ok, output } = await runDownload(title, 'apt-get', command, { cwd: root, env }, pauses)
    return ok ? '' : output
  }
  hasList ??= (await aptGet('Reading the list of system packages', ['update'], pausesMs)) === ''
  // Without a network, only cached packages can be installed, and those need no retry.
  const pauses = hasList ? pausesMs : []
  return aptGet(title, ['install', '-y', '--no-install-recommends', ...packages], pauses)
}

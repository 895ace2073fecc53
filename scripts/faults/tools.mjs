import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { missingPackages } from '../cluster/programs.mjs'
import { canTestPostgres } from '../postgres.mjs'
import { installFromDebian, isDebianRoot } from '../programs.mjs'

/** @typedef {import('./rows.mjs').Need} Need */

const root = fileURLToPath(new URL('../..', import.meta.url))
const LIBRARIES = '/usr/lib'

/**
 * Returns the libraries that make a program's system calls fail, in the order of LD_PRELOAD.
 *
 * @returns {string[] | null} null unless Debian's package `fiu-utils` is installed
 */
export function findFiu() {
  const files = ['fiu_run_preload.so', 'fiu_posix_preload.so'].map((name) => join(LIBRARIES, 'fiu', name))
  return files.every((file) => existsSync(file)) ? files : null
}

/**
 * Returns the library that changes the clock of a program.
 *
 * @returns {string | null} null unless Debian's package `libfaketime` is installed
 */
export function findFaketime() {
  if (process.platform !== 'linux') return null
  const files = readdirSync(LIBRARIES).map((name) => join(LIBRARIES, name, 'faketime/libfaketime.so.1'))
  return files.find((file) => existsSync(file)) ?? null
}

/** @type {Record<Need, { isMet: () => boolean, advice: string }>} */
const NEEDS = {
  fiu: { isMet: () => findFiu() !== null, advice: 'install fiu-utils (Debian)' },
  faketime: { isMet: () => findFaketime() !== null, advice: 'install libfaketime (Debian)' },
  root: { isMet: () => process.getuid?.() === 0, advice: 'run it as root, which can mount a disk' },
  linux: { isMet: () => process.platform === 'linux', advice: 'run it on Linux' },
  postgres: {
    isMet: () => canTestPostgres(root, process.env),
    advice: 'set TEST_DATABASE_URL to a PostgreSQL server',
  },
  cluster: {
    isMet: () => missingPackages().length === 0,
    advice: 'run `npm run cluster` once as root (Debian)',
  },
}

/**
 * Returns instructions for meeting the first unmet need.
 *
 * @param {readonly Need[]} needs
 * @returns {string | null} null if all are met
 */
export function adviceFor(needs) {
  const unmet = needs.find((need) => !NEEDS[need].isMet())
  return unmet ? NEEDS[unmet].advice : null
}

/** Debian's packages of the tools, each with a check that it is installed. */
const TOOLS = { 'fiu-utils': () => findFiu() !== null, libfaketime: () => findFaketime() !== null }

/**
 * Installs the missing tools if possible: on Debian, as root.
 *
 * @returns {Promise<string[]>} a sentence for each one that is still missing
 */
export async function installFaultTools() {
  if (missingTools().length > 0 && isDebianRoot())
    await installFromDebian(root, 'Installing the tools that cause faults', missingTools())
  return missingTools().map((name) => `Faults from ${name}: not tested. Install it (Debian or Ubuntu).`)
}

function missingTools() {
  return Object.entries(TOOLS).flatMap(([name, isInstalled]) => (isInstalled() ? [] : [name]))
}

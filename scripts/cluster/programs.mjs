import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { installFromDebian, isDebianRoot, isExecutable, placesInPath } from '../programs.mjs'
import { SetupError } from '../step.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of Debian's PostgreSQL packages, with one folder per version. */
export const POSTGRES_FOLDER = '/usr/lib/postgresql'

/** Debian's packages, each with a check that it is installed. @type {Record<string, () => boolean>} */
const PACKAGES = {
  patroni: () => isInPath('patroni'),
  'etcd-server': () => isInPath('etcd'),
  haproxy: () => isInPath('haproxy'),
  postgresql: () => existsSync(POSTGRES_FOLDER),
  iproute2: () => isInPath('ip'),
}

/** Returns the packages that a cluster still needs. */
export function missingPackages() {
  return Object.entries(PACKAGES).flatMap(([name, isInstalled]) => (isInstalled() ? [] : [name]))
}

/**
 * Installs the missing packages if possible: on Debian, as root.
 *
 * @throws SetupError if this machine can't run a cluster
 */
export async function requireClusterPrograms() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new SetupError('The cluster needs Linux and root, because each node is a network namespace.')
  }
  if (missingPackages().length > 0 && isDebianRoot()) {
    const failure = await installFromDebian(root, 'Installing the cluster’s programs', missingPackages())
    if (failure) console.error(failure.trimEnd())
  }
  const missing = missingPackages()
  if (missing.length > 0)
    throw new SetupError(`Install the Debian packages ${missing.join(', ')} and try again.`)
}

/** @param {string} name */
function isInPath(name) {
  return [...placesInPath(name, process.env), `/usr/sbin/${name}`].some(isExecutable)
}

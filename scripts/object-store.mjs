import { existsSync } from 'node:fs'

import { runStep } from './step.mjs'

/** Debian's Python, and Debian's OpenStack Swift in it: a store with an S3 interface, for the tests alone. */
const PYTHON = '/usr/bin/python3'
const SWIFT = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api'

/** The Python that runs the S3-compatible store of the tests; null where it is not installed. */
export function findObjectStore() {
  return existsSync(PYTHON) && existsSync(SWIFT) ? PYTHON : null
}

/**
 * Whether the tests of attachments can run on a bucket: of a store that is named to them, or of the installed one.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function canTestBucket(env) {
  return Boolean(env['TEST_ATTACHMENTS_URL']) || findObjectStore() !== null
}

/**
 * Installs the store for the tests where that can be done: on Debian, as root.
 *
 * @param {string} root
 */
export async function installObjectStore(root) {
  if (canTestBucket(process.env)) return
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  const install = ['install', '-y', '--no-install-recommends', 'python3-swift']
  for (const [title, args] of /** @type {const} */ ([
    ['Reading the list of system packages', ['update']],
    ['Installing OpenStack Swift', install],
  ])) {
    const { ok, output } = await runStep(title, 'apt-get', [...wait, ...args], { cwd: root, env })
    if (!ok) console.error(output.trimEnd())
  }
}

/** What is told where there is none. */
export const NO_OBJECT_STORE =
  'S3: not tested. Install the package python3-swift of Debian or Ubuntu, or name a bucket in TEST_ATTACHMENTS_URL.'

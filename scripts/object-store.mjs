import { existsSync } from 'node:fs'

import { installFromDebian, isDebianRoot } from './programs.mjs'

/** OpenStack Swift from Debian, with Debian's Python: an S3-compatible store, for tests only. */
const PYTHON = '/usr/bin/python3'
const SWIFT = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api'

/** Returns the Python for the S3 store of the tests, or null if it is not installed. */
export function findObjectStore() {
  return existsSync(PYTHON) && existsSync(SWIFT) ? PYTHON : null
}

/**
 * Returns whether attachment tests can use a bucket, in a configured store or the installed one.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function canTestBucket(env) {
  return Boolean(env['TEST_ATTACHMENTS_URL']) || findObjectStore() !== null
}

/**
 * Installs the store for the tests if possible: on Debian, as root.
 *
 * @param {string} root
 * @returns {Promise<string[]>} `NO_OBJECT_STORE` if it is still missing
 */
export async function installObjectStore(root) {
  if (!canTestBucket(process.env) && isDebianRoot())
    await installFromDebian(root, 'Installing OpenStack Swift', ['python3-swift'])
  return canTestBucket(process.env) ? [] : [NO_OBJECT_STORE]
}

/** Printed if there is no store. */
export const NO_OBJECT_STORE =
  'S3: not tested. Install python3-swift (Debian or Ubuntu), or set TEST_ATTACHMENTS_URL to a bucket.'

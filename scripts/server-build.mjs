import { buildFolder, isBuilt } from './built-folder.mjs'

/** The server bundle that `npm start` runs, relative to the project root. */
export const SERVER_FILE = 'build/server/main.js'

/** @type {import('./built-folder.mjs').BuiltFolder} */
const SERVER = {
  what: 'the server',
  output: 'build/server',
  inputs: [
    'src/server',
    'src/domain',
    'vite.server.config.ts',
    'scripts/licenses.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ],
  settings: ['--config', 'vite.server.config.ts'],
}

/**
 * Bundles the server and its packages into one file, unless the bundle is current. The bundle starts in half the time
 * that a thousand modules take and needs less memory: see docs/decisions/001-the-runtime-comes-with-the-project.md.
 *
 * @param {string} root
 * @param {string} runtime the Node to build with
 * @throws {import('./step.mjs').SetupError} if Vite fails; its output is printed first.
 */
export async function buildServer(root, runtime) {
  await buildFolder(root, runtime, SERVER)
}

/**
 * Returns whether the bundle is complete and current.
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function serverIsBuilt(root) {
  return isBuilt(root, SERVER)
}

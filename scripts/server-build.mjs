import { buildFolder, isBuilt } from './built-folder.mjs'

/** What `npm start` runs, relative to the project's root. */
export const SERVER_FILE = 'build/server/main.js'

/** @type {import('./built-folder.mjs').BuiltFolder} */
const SERVER = {
  what: 'the server',
  output: 'build/server',
  inputs: [
    'src/server',
    'src/domain',
    'vite.server.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ],
  settings: ['--config', 'vite.server.config.ts'],
}

/**
 * Makes one file of the server and what it uses, unless it is made of these sources already. It starts in half the time
 * of its thousand modules, and needs less memory: see docs/decisions/028-the-server-is-started-from-one-file.md.
 *
 * @param {string} root
 * @param {string} runtime the Node to build with
 * @throws {import('./step.mjs').SetupError} when Vite fails; its words are printed before.
 */
export async function buildServer(root, runtime) {
  await buildFolder(root, runtime, SERVER)
}

/**
 * Whether the server's file was made, to the end, from the sources as they are now.
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function serverIsBuilt(root) {
  return isBuilt(root, SERVER)
}

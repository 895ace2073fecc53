import { buildFolder, isBuilt } from './built-folder.mjs'
import { compressFiles } from './compress-files.mjs'

/** @type {import('./built-folder.mjs').BuiltFolder} */
const PAGES = {
  what: 'the pages',
  output: 'dist',
  inputs: [
    'src/web',
    'src/domain',
    'LICENSE',
    'scripts/licenses.ts',
    'scripts/shared-files.ts',
    'scripts/compile-hints.ts',
    'scripts/no-json-schema.ts',
    'scripts/no-preload.ts',
    'scripts/page-head.ts',
    'scripts/build-id.ts',
    'scripts/service-worker.ts',
    'scripts/compress-files.mjs',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ],
  finish: compressFiles,
}

/**
 * Builds the pages into dist unless they are current.
 *
 * @param {string} root
 * @param {string} runtime the Node to build with
 * @throws {import('./step.mjs').SetupError} if Vite fails; its output is printed first.
 */
export async function buildWeb(root, runtime) {
  await buildFolder(root, runtime, PAGES)
}

/**
 * Returns whether dist is complete and current.
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function webIsBuilt(root) {
  return isBuilt(root, PAGES)
}

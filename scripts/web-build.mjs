import { buildFolder, isBuilt } from './built-folder.mjs'
import { compressFiles } from './compress-files.mjs'

/** @type {import('./built-folder.mjs').BuiltFolder} */
const PAGES = {
  what: 'the pages',
  output: 'dist',
  inputs: [
    'src/web',
    'src/domain',
    'scripts/first-load.ts',
    'scripts/page-head.ts',
    'scripts/compress-files.mjs',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ],
  finish: compressFiles,
}

/**
 * Builds the pages into dist, unless they are built from these sources already.
 *
 * @param {string} root
 * @param {string} runtime the Node to build with
 * @throws {import('./step.mjs').SetupError} when Vite fails; its words are printed before.
 */
export async function buildWeb(root, runtime) {
  await buildFolder(root, runtime, PAGES)
}

/**
 * Whether dist was built, to the end, from the sources as they are now.
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function webIsBuilt(root) {
  return isBuilt(root, PAGES)
}

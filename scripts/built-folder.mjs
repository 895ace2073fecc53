import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { fingerprint, readIfThere } from './fingerprint.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { SetupError, runStep } from './step.mjs'

const STAMP = '.inputs'
const ASIDE = 'node_modules/.tenfold'

/**
 * A folder that Vite builds. Paths are relative to the project's root.
 * @typedef {object} BuiltFolder
 * @property {string} what what it holds, as it is called in a sentence: 'the pages'
 * @property {string} output where it lies
 * @property {readonly string[]} inputs the files and folders that it is built from; tests do not count
 * @property {readonly string[]} [settings] what Vite is told on its command line besides
 * @property {(folder: string) => Promise<void>} [finish] what is done with what Vite built
 */

/**
 * Builds the folder unless it is already built from exactly these sources. The build is made aside and put in its place
 * when it is whole, so that one that fails or is interrupted changes nothing.
 *
 * @param {string} root
 * @param {string} runtime the Node to build with
 * @param {BuiltFolder} folder
 * @throws {SetupError} when Vite fails; its words are printed before.
 */
export async function buildFolder(root, runtime, folder) {
  if (await isBuilt(root, folder)) return
  await withSetupLock(root, async () => {
    const inputs = await inputsOf(root, folder)
    if (await wasBuiltFrom(root, folder, inputs)) return
    const aside = join(root, ASIDE, `building-${folder.output.replaceAll('/', '-')}`)
    try {
      await runVite(root, runtime, folder, aside)
      await folder.finish?.(aside)
      await writeFile(join(aside, STAMP), inputs)
      await replaceFolder(join(root, folder.output), aside)
    } finally {
      await rm(aside, { recursive: true, force: true })
    }
  })
}

/**
 * Whether the folder was built, to the end, from the sources as they are now.
 * @param {string} root
 * @param {BuiltFolder} folder
 * @returns {Promise<boolean>}
 */
export async function isBuilt(root, folder) {
  return wasBuiltFrom(root, folder, await inputsOf(root, folder))
}

/**
 * @param {string} root
 * @param {BuiltFolder} folder
 * @param {string} inputs
 */
async function wasBuiltFrom(root, folder, inputs) {
  return (await readIfThere(join(root, folder.output, STAMP))) === inputs
}

/**
 * @param {string} root
 * @param {BuiltFolder} folder
 */
async function inputsOf(root, { inputs }) {
  return fingerprint(root, inputs, (path) => !/\.test\.tsx?$/.test(path))
}

/**
 * @param {string} root
 * @param {string} runtime
 * @param {BuiltFolder} folder
 * @param {string} aside
 */
async function runVite(root, runtime, { what, settings = [] }, aside) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { ok, output } = await runStep(
    `Building ${what}`,
    runtime,
    [vite, 'build', ...settings, '--outDir', aside, '--emptyOutDir'],
    // A NODE_ENV from outside would put React's development build into the pages.
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (ok) return
  console.error(output.trimEnd())
  throw new SetupError(`${what[0]?.toUpperCase()}${what.slice(1)} could not be built: see above.`)
}

/**
 * @param {string} target
 * @param {string} source
 */
async function replaceFolder(target, source) {
  const old = `${source}-old`
  await rm(old, { recursive: true, force: true })
  try {
    await mkdir(dirname(target), { recursive: true })
    await rename(target, old).catch(ignoreMissing)
    await rename(source, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    // node_modules lies on another disk: copied without its stamp first, so that half a copy does not count.
    await rm(target, { recursive: true, force: true })
    await mkdir(target)
    await cp(source, target, { recursive: true, filter: (path) => path !== join(source, STAMP) })
    await cp(join(source, STAMP), join(target, STAMP))
  }
  await rm(old, { recursive: true, force: true })
}

/** @param {NodeJS.ErrnoException} error */
function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error
}

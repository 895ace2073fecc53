import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { fingerprint, readIfThere } from './fingerprint.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { SetupError, runStep } from './step.mjs'

const STAMP = '.inputs'
const ASIDE = 'node_modules/.tenfold'

/**
 * A folder built by Vite. Paths are relative to the project root.
 * @typedef {object} BuiltFolder
 * @property {string} what the name of its contents in messages, such as 'the pages'
 * @property {string} output the output path
 * @property {readonly string[]} inputs the source files and folders; tests are ignored
 * @property {readonly string[]} [settings] additional Vite arguments
 * @property {(folder: string) => Promise<void>} [finish] processes the output
 */

/**
 * Builds the folder unless it is current. Builds into a temporary folder and replaces the old one at the end, so that a
 * failed or interrupted build changes nothing.
 *
 * @param {string} root
 * @param {string} runtime the Node to build with
 * @param {BuiltFolder} folder
 * @throws {SetupError} if Vite fails; its output is printed first.
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
 * Returns whether the folder is complete and current.
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
    // A NODE_ENV from the environment would select React's development build.
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (ok) return
  console.error(output.trimEnd())
  throw new SetupError(
    `${what[0]?.toUpperCase()}${what.slice(1)} couldn’t be built. Correct the errors above and try again.`,
  )
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
    // Copies the folder across disks. Copies the stamp last, so that a partial copy does not count as built.
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

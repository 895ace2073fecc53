import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fingerprint, readIfThere } from './fingerprint.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { SetupError, runStep } from './step.mjs'

const INPUTS = [
  'src/web',
  'src/domain',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const OUTPUT = 'dist'
const STAMP = '.inputs'
const ASIDE = 'node_modules/.tenfold/build'

/**
 * Builds the pages into dist unless they are already built from exactly these sources. The build is made aside and
 * put in its place when it is whole, so that one that fails or is interrupted changes nothing.
 *
 * @param {string} root
 * @param {string} runtime the Node to build with
 * @throws {SetupError} when Vite fails; its words are printed before.
 */
export async function buildWeb(root, runtime) {
  if (await webIsBuilt(root)) return
  await withSetupLock(root, async () => {
    const inputs = await webInputs(root)
    if (await wasBuiltFrom(root, inputs)) return
    const aside = join(root, ASIDE)
    try {
      await runVite(root, runtime, aside)
      await writeFile(join(aside, STAMP), inputs)
      await replaceFolder(join(root, OUTPUT), aside)
    } finally {
      await rm(aside, { recursive: true, force: true })
    }
  })
}

/**
 * Whether dist was built, to the end, from the sources as they are now.
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function webIsBuilt(root) {
  return wasBuiltFrom(root, await webInputs(root))
}

/**
 * @param {string} root
 * @param {string} inputs
 */
async function wasBuiltFrom(root, inputs) {
  return (await readIfThere(join(root, OUTPUT, STAMP))) === inputs
}

/** @param {string} root */
async function webInputs(root) {
  return fingerprint(root, INPUTS, (path) => !/\.test\.tsx?$/.test(path))
}

/**
 * @param {string} root
 * @param {string} runtime
 * @param {string} folder
 */
async function runVite(root, runtime, folder) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { ok, output } = await runStep(
    'Building the pages',
    runtime,
    [vite, 'build', '--outDir', folder, '--emptyOutDir'],
    // A NODE_ENV from outside would put React's development build into the pages.
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (ok) return
  console.error(output.trimEnd())
  throw new SetupError('The pages could not be built: see above.')
}

/**
 * @param {string} target
 * @param {string} source
 */
async function replaceFolder(target, source) {
  const old = `${source}-old`
  await rm(old, { recursive: true, force: true })
  try {
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

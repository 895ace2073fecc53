import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { readIfThere } from './fingerprint.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { SetupError, runDownload } from './step.mjs'

const STAMP = 'node_modules/.tenfold/packages'
const NPM_NOTE = 'node_modules/.package-lock.json'

// `--include` overrides NODE_ENV and npm's `omit`: the build needs development packages, and the runtime is optional. No
// install scripts are needed.
const INSTALL = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/**
 * Installs the packages of the lock file unless they are current.
 * @param {string} root
 * @param {readonly number[]} [pausesMs] the pauses before the retries; npm itself retries individual requests
 * @throws {SetupError} if npm fails; its output is printed first.
 */
export async function installPackages(root, pausesMs = []) {
  if (await packagesAreInstalled(root)) return
  await withSetupLock(root, async () => {
    if (await packagesAreInstalled(root)) return
    const stamp = await packagesStamp(root)
    await Promise.all([STAMP, NPM_NOTE].map((path) => rm(join(root, path), { force: true })))
    const { ok, output } = await runNpm('Installing packages', INSTALL, root, pausesMs)
    if (!ok) {
      console.error(output.trimEnd())
      throw new SetupError(
        'Couldn’t install the packages; see the errors above. Check the connection to the npm registry and try again.',
      )
    }
    await writeStamp(root, stamp)
  })
}

/**
 * Returns whether node_modules matches package-lock.json for this platform.
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function packagesAreInstalled(root) {
  const [there, wanted] = await Promise.all([readIfThere(join(root, STAMP)), packagesStamp(root)])
  if (there === wanted) return true
  // A manual npm install counts too.
  if (!(await wasInstalledByHand(root))) return false
  // The stamp only avoids the next comparison, so a read-only folder is fine.
  await writeStamp(root, wanted).catch(() => {})
  return true
}

/**
 * Runs npm as a step, preferably the npm that called this script.
 * @param {string} title
 * @param {readonly string[]} args
 * @param {string} root
 * @param {readonly number[]} pausesMs
 */
async function runNpm(title, args, root, pausesMs) {
  const npm = process.env['npm_execpath'] ?? ''
  if (basename(npm) === 'npm-cli.js' && existsSync(npm)) {
    // Uses the system's Node, because npm may replace the folder of this one.
    const node = process.env['npm_node_execpath'] ?? process.execPath
    return runDownload(
      title,
      existsSync(node) ? node : process.execPath,
      [npm, ...args],
      { cwd: root },
      pausesMs,
    )
  }
  const windows = process.platform === 'win32'
  return runDownload(title, windows ? 'npm.cmd' : 'npm', args, { cwd: root, shell: windows }, pausesMs)
}

/** @param {string} root */
async function packagesStamp(root) {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')))
  return `${hash.digest('hex')} ${process.platform} ${process.arch}\n`
}

/**
 * @param {string} root
 * @param {string} stamp
 */
async function writeStamp(root, stamp) {
  const path = join(root, STAMP)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, stamp)
}

/**
 * Reads the lock file that npm writes after an installation. Other platforms' optional packages may be missing there, but
 * not this platform's runtime.
 * @param {string} root
 */
async function wasInstalledByHand(root) {
  const note = await readIfThere(join(root, NPM_NOTE))
  if (note === null) return false
  const installed = packagesOf(note)
  const locked = packagesOf(await readFile(join(root, 'package-lock.json'), 'utf8'))
  locked.delete('')
  const same = [...installed].every(([path, it]) => fits(it) && locked.get(path)?.integrity === it.integrity)
  const whole = [...locked].every(
    ([path, it]) => installed.has(path) || (it.optional && !(isRuntime(path) && fits(it))),
  )
  return same && whole
}

/**
 * @typedef {{ integrity?: string, optional?: boolean, os?: string | string[], cpu?: string | string[] }} LockedPackage
 * @param {string} text
 * @returns {Map<string, LockedPackage>}
 */
function packagesOf(text) {
  return new Map(Object.entries(JSON.parse(text).packages ?? {}))
}

/** @param {LockedPackage} it */
function fits(it) {
  return allows(it.os, process.platform) && allows(it.cpu, process.arch)
}

/**
 * @param {string | string[] | undefined} names `!name` excludes one.
 * @param {string} name
 */
function allows(names, name) {
  const list = names === undefined ? [] : [names].flat()
  if (list.includes(`!${name}`)) return false
  return list.length === 0 || list.includes(name) || list.every((entry) => entry.startsWith('!'))
}

/** @param {string} path */
function isRuntime(path) {
  return /^node_modules\/node-(?:bin-)?(?:linux|darwin|win)-/.test(path)
}

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { SetupError, runStep } from './step.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser that is on this machine: the one that CHROMIUM_PATH names, else one on the PATH, else one in a usual place.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [places]
 * @returns {string | null} the path of its binary
 * @throws {SetupError} when CHROMIUM_PATH names something that cannot be run.
 */
export function findBrowser(env = process.env, places = USUAL_PLACES) {
  const named = env['CHROMIUM_PATH']
  if (named) {
    if (isExecutable(named)) return named
    throw new SetupError(`CHROMIUM_PATH names ${named}, which is not a program that can be run.`)
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...places].find(isExecutable) ?? null
}

/**
 * Finds the browser for the tests, or installs one: Debian's own as root, else the one that Playwright brings.
 *
 * @param {string} root
 * @param {string} runtime the Node to run Playwright with
 * @returns {Promise<string>} the path of its binary
 * @throws {SetupError} when there is none and none can be installed.
 */
export async function requireBrowser(root, runtime) {
  const found = findBrowser() ?? (await playwrightsBrowser())
  if (found) return found
  await installFromDebian(root)
  const installed = findBrowser() ?? (await installPlaywrights(root, runtime))
  if (installed) return installed
  throw new SetupError(
    'The tests need a browser and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one, and run this again.',
  )
}

/** @param {string} root */
async function installFromDebian(root) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  const update = await runStep('Reading the list of system packages', 'apt-get', [...wait, 'update'], {
    cwd: root,
    env,
  })
  const install = await runStep(
    'Installing Chromium',
    'apt-get',
    [...wait, 'install', '-y', '--no-install-recommends', 'chromium'],
    { cwd: root, env },
  )
  for (const step of [update, install]) if (!step.ok) console.error(step.output.trimEnd())
}

/**
 * @param {string} root
 * @param {string} runtime
 */
async function installPlaywrights(root, runtime) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const { ok, output } = await runStep(
    "Downloading Playwright's Chromium",
    runtime,
    [cli, 'install', '--no-shell', 'chromium'],
    { cwd: root },
  )
  if (!ok) console.error(output.trimEnd())
  return playwrightsBrowser()
}

async function playwrightsBrowser() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return isExecutable(path) ? path : null
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

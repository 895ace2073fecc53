import { join } from 'node:path'

import { installFromDebian, isDebianRoot, isExecutable, placesInPath } from './programs.mjs'
import { SetupError, runDownload } from './step.mjs'

/** Disables Chromium's own requests, and the sandbox for root, which cannot use it. */
export const CHROMIUM_SWITCHES = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

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
 * Returns the installed browser: the one in CHROMIUM_PATH, else one in PATH, else one in a standard location.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [places]
 * @returns {string | null} the path of its binary
 * @throws {SetupError} if CHROMIUM_PATH is not executable.
 */
export function findBrowser(env = process.env, places = USUAL_PLACES) {
  const named = env['CHROMIUM_PATH']
  if (named) {
    if (isExecutable(named)) return named
    throw new SetupError(
      `CHROMIUM_PATH is ${named}, which is not executable. Set it to a browser, or unset it.`,
    )
  }
  const onPath = NAMES.flatMap((name) => placesInPath(name, env))
  return [...onPath, ...places].find(isExecutable) ?? null
}

/**
 * Finds Debian's headless shell, which runs the same stories in two thirds of the time that Chromium takes.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [places]
 * @returns {string | null} the path of its binary; null if it is missing or CHROMIUM_PATH is set
 */
export function findHeadlessShell(env = process.env, places = ['/usr/bin/chromium-headless-shell']) {
  if (env['CHROMIUM_PATH']) return null
  return [...placesInPath('chromium-headless-shell', env), ...places].find(isExecutable) ?? null
}

/**
 * Finds or installs the browser for the tests: Debian's package as root, otherwise Playwright's browser.
 *
 * @param {string} root
 * @param {string} runtime the Node to run Playwright with
 * @returns {Promise<string>} the path of its binary
 * @throws {SetupError} if none is found and none can be installed.
 */
export async function requireBrowser(root, runtime) {
  const found = findBrowser() ?? (await playwrightsBrowser())
  if (found && !canInstallShell()) return found
  const failure = isDebianRoot()
    ? await installFromDebian(root, 'Installing Chromium', ['chromium', 'chromium-headless-shell'])
    : ''
  if (failure) console.error(failure.trimEnd())
  const installed = findBrowser() ?? (await installPlaywrights(root, runtime))
  if (installed) return installed
  throw new SetupError(
    'Couldn’t install a browser for the tests. Install Chromium or Chrome, or set CHROMIUM_PATH, and try again.',
  )
}

/**
 * Returns the environment for a browser that `findBrowser` does not find, such as Playwright's.
 *
 * @param {string} browser what `requireBrowser` returned
 * @returns {NodeJS.ProcessEnv}
 */
export function browserSettings(browser) {
  return findBrowser() === null ? { CHROMIUM_PATH: browser } : {}
}

function canInstallShell() {
  return isDebianRoot() && !process.env['CHROMIUM_PATH'] && findHeadlessShell() === null
}

/**
 * @param {string} root
 * @param {string} runtime
 */
async function installPlaywrights(root, runtime) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const { ok, output } = await runDownload(
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

import { installFromDebian, isDebianRoot, isExecutable, placesInPath } from './programs.mjs'

/**
 * @typedef {{ name: string, programs: readonly string[], packages: readonly string[] }} OtherBrowser
 * A browser that runs the main journey, with the programs it needs and the Debian packages that contain them.
 */

export const FIREFOX = { name: 'Firefox ESR', programs: ['firefox-esr'], packages: ['firefox-esr'] }
export const WEBKIT = {
  name: 'WebKitGTK',
  programs: ['WebKitWebDriver', 'Xvfb'],
  packages: ['webkit2gtk-driver', 'xvfb'],
}

/**
 * Returns the programs of a browser.
 *
 * @param {OtherBrowser} browser
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string[] | null} their paths, or null if one is not installed
 */
export function findPrograms({ programs }, env = process.env) {
  const found = programs.flatMap((name) => placesInPath(name, env).find(isExecutable) ?? [])
  return found.length === programs.length ? found : null
}

/**
 * Returns the message for a browser that is not installed.
 *
 * @param {OtherBrowser} browser
 */
export function notTested({ name, packages }) {
  return `${name}: not tested. Install ${packages.join(' and ')} (Debian).`
}

/**
 * Installs the missing browsers if possible: on Debian, as root.
 *
 * @param {string} root
 * @returns {Promise<string[]>} a sentence for each one that is still missing
 */
export async function installOtherBrowsers(root) {
  for (const { name, packages } of isDebianRoot() ? missingBrowsers() : []) {
    await installFromDebian(root, `Installing ${name}`, packages)
  }
  return missingBrowsers().map(notTested)
}

function missingBrowsers() {
  return [FIREFOX, WEBKIT].filter((browser) => !findPrograms(browser))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin } from 'vite'

/** The licenses of every package in a build. Vite's `build.license` writes those of the packages with scripts. */
export const LICENSES = 'licenses.txt'

/** These packages are only in the style sheet, in fonts, or in the service worker, which Vite doesn't count. */
const OTHERS = [
  '@fontsource-variable/inter',
  'tailwindcss',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
]

/**
 * Adds the packages that Vite doesn't count to the file of licenses.
 * @param packages the folder of the packages
 */
export function otherLicenses(packages: string): Plugin {
  return {
    name: 'tenfold:licenses',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const file = bundle[LICENSES]
        if (file?.type !== 'asset') throw new Error(`Vite wrote no ${LICENSES}.`)
        file.source = [file.source, ...OTHERS.map((name) => describe(packages, name))].join('\n')
      },
    },
  }
}

/** Returns a license in the layout of Vite's file. */
function describe(packages: string, name: string): string {
  const { version, license } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  const text = readFileSync(join(packages, name, 'LICENSE'), 'utf8').trim()
  return `## ${name} - ${version} (${license})\n\n${text}\n`
}

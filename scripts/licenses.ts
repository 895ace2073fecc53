import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin } from 'vite'

/** The licenses of every package in a build. */
export const LICENSES = 'licenses.txt'
/** Where Vite's `build.license` lists the packages whose scripts are in the pages. */
export const SCRIPT_LICENSES = 'licenses.json'

/** Packages that Vite's list omits, because they are only in the style sheet, in fonts or in the service worker. */
const WITHOUT_SCRIPTS = [
  '@fontsource-variable/inter',
  'tailwindcss',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
]

/** `debug` on the server uses these development packages if they are installed. */
const OPTIONAL_ON_SERVER = ['has-flag', 'supports-color']

type License = { name: string; version: string; identifier?: string; text?: string }
type Manifest = { name: string; version: string; license?: string; author?: string | { name: string } }
type Locked = { dev?: boolean; os?: string[] }

/**
 * Writes the licenses of Tenfold and of the packages that the pages and the server use.
 * @param root the project's folder
 */
export function licenses(root: string): Plugin {
  return {
    name: 'tenfold:licenses',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const file = bundle[SCRIPT_LICENSES]
        if (file?.type !== 'asset') throw new Error(`Vite wrote no ${SCRIPT_LICENSES}.`)
        delete bundle[SCRIPT_LICENSES]
        const read = (folder: string) => readLicense(root, folder)
        const ofScripts = JSON.parse(String(file.source)) as License[]
        const others = [...WITHOUT_SCRIPTS, ...OPTIONAL_ON_SERVER].map(folderOf)
        const found = [
          ...ofScripts.map((one) => (one.text ? one : read(folderOf(one.name)))),
          ...[...others, ...serverFolders(root)].map(read),
        ]
        this.emitFile({ type: 'asset', fileName: LICENSES, source: textOf(root, found) })
      },
    },
  }
}

/** Returns the folders of the server's packages, except platform-specific programs, which have their own license file. */
function serverFolders(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const folders = Object.entries(lock.packages).filter(([folder, { dev, os }]) => folder && !dev && !os)
  return folders.map(([folder]) => folder).filter((folder) => existsSync(join(root, folder)))
}

function folderOf(name: string): string {
  return `node_modules/${name}`
}

function readLicense(root: string, folder: string): License {
  const path = join(root, folder)
  const { name, version, license = '', author = '' } = JSON.parse(read(path, 'package.json')) as Manifest
  const files = readdirSync(path).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const text = files.map((file) => read(path, file)).join('\n\n') || licenseInReadme(path)
  const holder = typeof author === 'string' ? author : author.name
  return { name, version, identifier: license, text: text || licenseOf(root, license, holder) }
}

function licenseInReadme(path: string): string {
  const readme = readdirSync(path).find((file) => /^readme/i.test(file))
  const [, section = ''] = /^#+ *licen[cs]e *\n([^]*)/im.exec(readme ? read(path, readme) : '') ?? []
  return section.includes('Permission is hereby granted') ? section.trim() : ''
}

/** Returns the license of a package that doesn't include its text. For MIT, uses the text of Tenfold's own license. */
function licenseOf(root: string, identifier: string, holder: string): string {
  const [, permission = ''] = /^(Permission[^]*)/m.exec(read(root, 'LICENSE')) ?? []
  return identifier === 'MIT' ? `Copyright (c) ${holder}\n\n${permission}` : `By ${holder}.`
}

function textOf(root: string, found: readonly License[]): string {
  const unique = new Map(found.map((one) => [`${one.name} - ${one.version}`, one]))
  const packages = [...unique]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { identifier = '', text = '' }]) => `## ${title} (${identifier})\n\n${text}\n`)
  return [
    '# Licenses\n\nTenfold, with its icons and audio, has this license:\n',
    `${read(root, 'LICENSE')}\n\nThe pages and the server contain code, styles or fonts of these packages:\n`,
    ...packages,
  ].join('\n')
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8').trim()
}

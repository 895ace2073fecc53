import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { buildWeb } from './web-build.mjs'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** The size limits before the board appears, in bytes (Brotli, except the font). */
const FIRST_SCRIPT_MAX = 130_000
const FIRST_STYLE_MAX = 18_300
const FONT_MAX = 75_000
/** The limits for the pages of signed-out visitors. */
const VISITOR_SCRIPTS_MAX = 3
const VISITOR_SCRIPT_MAX = 113_000

/** The size limit of each lazy part. */
const PART_MAX = 10_000
const LARGE_PARTS_MAX: Record<string, number> = {
  shared: 105_400,
  pages: 15_000,
  schemas: 23_500,
  'later-dialogs': 18_000,
  'later-home': 10_500,
  calendar: 20_000,
  'global.esm': 19_000,
  timeline: 16_000,
  tooltip: 15_000,
  'account-menu': 10_500,
  'due-text': 14_000,
  'later-quick-add': 13_000,
}
/** The size limit of the service worker, which loads after everything else, and again for each update. */
const WORKER_MAX = 7000
/** Each file costs a browser about 10 ms on top of its transfer time. */
const SCRIPTS_MAX = 36
/** Includes 500 bytes because the hashes in file names change the compressed sizes. */
const ALL_SCRIPT_MAX = 441_000

/** Returns the transfer size of a built file. */
const sizeOf = (path: string) => statSync(join(dist, `${path}.br`)).size
const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + sizeOf(path), 0)
/** Returns a file name without its content hash. */
const partOf = (name: string) => name.replace(/-[\w-]{8}\.js$/, '')

describe('The built pages', () => {
  let html = ''
  let named: string[] = []
  let filesOf: Record<string, string[]> = {}
  let first: string[] = []
  let scripts: string[] = []

  beforeAll(async () => {
    await buildWeb(root, process.execPath)
    html = readFileSync(join(dist, 'index.html'), 'utf8')
    named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
    const files = /name="tenfold-files" content="([^"]*)"/.exec(html)?.[1] ?? '{}'
    filesOf = JSON.parse(files.replaceAll('&quot;', '"')) as typeof filesOf
    first = [...new Set([...named, ...(filesOf['board'] ?? [])])]
    scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  })

  it('stay within the script limit before the board appears', () => {
    const loaded = first.filter((path) => path.endsWith('.js'))
    expect(loaded.map((path) => partOf(path))).toContain('/assets/board')
    expect(sum(loaded)).toBeLessThanOrEqual(FIRST_SCRIPT_MAX)
  })

  it.each(['welcome', 'api/login'])('stay within the script limits of /%s', (page) => {
    const loaded = [...named, ...(filesOf[page] ?? [])].filter((path) => path.endsWith('.js'))
    expect(loaded.length).toBeLessThanOrEqual(VISITOR_SCRIPTS_MAX)
    expect(sum(loaded)).toBeLessThanOrEqual(VISITOR_SCRIPT_MAX)
  })

  it('stay within the style limit before the board appears', () => {
    const loaded = first.filter((path) => path.endsWith('.css'))
    expect(loaded.length).toBeGreaterThan(0)
    expect(sum(loaded)).toBeLessThanOrEqual(FIRST_STYLE_MAX)
  })

  it('load no style sheet later, because its layers would force a full restyle and layout', () => {
    const styles = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'))
    expect(styles.map((name) => `/assets/${name}`).toSorted()).toEqual(
      first.filter((path) => path.endsWith('.css')).toSorted(),
    )
  })

  it('contain no source maps, which would expose the source code', () => {
    const maps = readdirSync(dist, { recursive: true }).filter((name) => String(name).endsWith('.map'))
    expect(maps).toEqual([])
    for (const name of scripts) {
      expect(readFileSync(join(dist, 'assets', name), 'utf8')).not.toContain('sourceMappingURL')
    }
  })

  it('preload the font of every page', () => {
    const font = /rel="preload" as="font"[^>]*href="([^"]+\.woff2)"/.exec(html)?.[1] ?? ''
    expect(statSync(join(dist, font)).size).toBeLessThanOrEqual(FONT_MAX)
  })

  it('load lazy parts later, in few files', () => {
    const later = scripts.filter((name) => !first.includes(`/assets/${name}`))
    const parts = later.map(partOf)
    for (const part of [
      'timeline',
      'completed-tasks',
      'later-dialogs',
      'later-board',
      'later-home',
      'tooltip',
    ]) {
      expect(parts).toContain(part)
    }
    const tooLarge = later.filter(
      (name) => sizeOf(`assets/${name}`) > (LARGE_PARTS_MAX[partOf(name)] ?? PART_MAX),
    )
    expect(tooLarge).toEqual([])
    expect(scripts.length).toBeLessThanOrEqual(SCRIPTS_MAX)
    expect(sum(scripts.map((name) => `assets/${name}`))).toBeLessThanOrEqual(ALL_SCRIPT_MAX)
  })

  it('cache every script and style for offline use, but no audio and only the Latin font', () => {
    expect(sizeOf('service-worker.js')).toBeLessThanOrEqual(WORKER_MAX)
    const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8')
    const listed = [...worker.matchAll(/url:["'`]([^"'`]+)/g)].map(([, url]) => url)
    const needed = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name))
    expect(listed).toEqual(expect.arrayContaining(needed.map((name) => `/assets/${name}`)))
    expect(listed).toEqual(expect.arrayContaining(['/shell.html', '/icons/maskable-512.png']))
    expect(listed.filter((url) => url?.endsWith('.woff2'))).toHaveLength(1)
    expect(listed.filter((url) => url?.startsWith('/audio') || url?.startsWith('/api'))).toEqual([])
  })
})

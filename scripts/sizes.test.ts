import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { buildWeb } from './web-build.mjs'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** What may be loaded before the board is there, in bytes of Brotli. */
const FIRST_SCRIPT_MAX = 130_000
const FIRST_STYLE_MAX = 15_000
const FONT_MAX = 75_000

/** What each part may come to that is fetched when it is wanted. */
const PART_MAX = 10_000
const LARGE_PARTS_MAX: Record<string, number> = {
  schemas: 24_000,
  calendar: 20_000,
  'global.esm': 19_000,
  'drag-context': 16_000,
  timeline: 16_000,
  'due-text': 14_000,
  'templates-dialog': 12_000,
}
const ALL_SCRIPT_MAX = 365_000

/** The size of a built file as a browser gets it. */
const sizeOf = (path: string) => statSync(join(dist, `${path}.br`)).size
const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + sizeOf(path), 0)
/** A file's name without the hash of its content. */
const partOf = (name: string) => name.replace(/-[\w-]{8}\.js$/, '')

describe('The built pages', () => {
  let html = ''
  let first: string[] = []
  let scripts: string[] = []

  beforeAll(async () => {
    await buildWeb(root, process.execPath)
    html = readFileSync(join(dist, 'index.html'), 'utf8')
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, path = '']) => path,
    )
    const files = /name="tenfold-files" content="([^"]*)"/.exec(html)?.[1] ?? '{}'
    const { board } = JSON.parse(files.replaceAll('&quot;', '"')) as { board: string[] }
    first = [...new Set([...named, ...board])]
    scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  })

  it('load no more script than is allowed before the board is there', () => {
    const loaded = first.filter((path) => path.endsWith('.js'))
    expect(loaded.map((path) => partOf(path))).toContain('/assets/board')
    expect(sum(loaded)).toBeLessThanOrEqual(FIRST_SCRIPT_MAX)
  })

  it('load no more style than is allowed before the board is there', () => {
    const loaded = first.filter((path) => path.endsWith('.css'))
    expect(loaded.length).toBeGreaterThan(0)
    expect(sum(loaded)).toBeLessThanOrEqual(FIRST_STYLE_MAX)
  })

  it('have no style that comes later and makes the browser style and lay out the whole page anew', () => {
    const later = readdirSync(join(dist, 'assets')).filter(
      (name) => name.endsWith('.css') && !first.includes(`/assets/${name}`),
    )
    expect(later.length).toBeGreaterThan(0)
    const isHeavy = (name: string) =>
      /@(layer|font-face|property)/.test(readFileSync(join(dist, 'assets', name), 'utf8'))
    expect(later.filter(isHeavy)).toEqual([])
  })

  it('ask at once for the one font that every page is set in', () => {
    const font = /rel="preload" as="font"[^>]*href="([^"]+\.woff2)"/.exec(html)?.[1] ?? ''
    expect(statSync(join(dist, font)).size).toBeLessThanOrEqual(FONT_MAX)
  })

  it('leave to later, in small parts, what is only wanted later', () => {
    const later = scripts.filter((name) => !first.includes(`/assets/${name}`))
    const parts = later.map(partOf)
    for (const part of ['timeline', 'completed-tasks', 'add-task-dialog', 'templates-dialog', 'focus-bar']) {
      expect(parts).toContain(part)
    }
    const tooLarge = later.filter(
      (name) => sizeOf(`assets/${name}`) > (LARGE_PARTS_MAX[partOf(name)] ?? PART_MAX),
    )
    expect(tooLarge).toEqual([])
    expect(sum(scripts.map((name) => `assets/${name}`))).toBeLessThanOrEqual(ALL_SCRIPT_MAX)
  })
})

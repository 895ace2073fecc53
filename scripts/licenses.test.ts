import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it, test } from 'vitest'

import { buildServer } from './server-build.mjs'
import { buildWeb } from './web-build.mjs'

const root = join(import.meta.dirname, '..')
const HEADING = /^## (?=\S+ - \d)/m

const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Returns the license of each package in a file by its name and version. */
const licensesIn = (text: string) =>
  new Map(
    text
      .split(HEADING)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n')
        return [part.slice(0, end).replace(/ \(.*/, ''), part.slice(end)]
      }),
  )

describe('the licenses that the pages offer', () => {
  let file = ''
  let licenses = new Map<string, string>()
  const licenseOf = (name: string) =>
    [...licenses].find(([title]) => title.startsWith(`${name} - `))?.[1] ?? ''

  beforeAll(async () => {
    await buildWeb(root, process.execPath)
    await buildServer(root, process.execPath)
    file = read('dist/licenses.txt')
    licenses = licensesIn(file)
  })

  test.each([
    ['react', 'Copyright (c) Meta Platforms, Inc. and affiliates.'],
    ['@radix-ui/react-dialog', 'Copyright (c) 2022 WorkOS'],
    ['@fontsource-variable/inter', 'SIL OPEN FONT LICENSE Version 1.1'],
    ['tailwindcss', 'Copyright (c) Tailwind Labs, Inc.'],
    ['workbox-precaching', 'Permission is hereby granted'],
    // These packages have no license file: the text comes from the readme or is the license's standard text.
    ['pg-types', 'Copyright (c) 2014 Brian M. Carlson'],
    ['react-remove-scroll-bar', 'Copyright (c) Anton Korzunov'],
    // The server bundle doesn't include this package: it's loaded from its own folder.
    ['better-sqlite3', 'Permission is hereby granted'],
  ])('have the text of %s', (name, text) => {
    expect(licenseOf(name)).toContain(text)
  })

  it('list every package in the server', () => {
    const onServer = [...licensesIn(read('build/server/licenses.txt')).keys()]
    expect(onServer.some((title) => title.startsWith('fastify - '))).toBe(true)
    expect(onServer.filter((title) => !licenses.has(title))).toEqual([])
  })

  it('include the license text of every package that is not in the public domain', () => {
    const silent = [...licenses].filter(([, text]) => text.length < 400).map(([title]) => title)
    expect(silent.map((title) => title.split(' ')[0])).toEqual(['wouter'])
  })

  it('begin with the license of Tenfold, its icons and its audio', () => {
    const [head = ''] = file.split(HEADING)
    expect(head).toContain('Tenfold, with its icons and audio')
    expect(head).toContain(read('LICENSE').trim())
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { archivePaths } from './archive-paths.ts'

describe('the path of a file in an archive', () => {
  it.each([
    ['Plan.pdf', 'Plan.pdf'],
    ['שלום.txt', 'שלום.txt'],
    ['a:b.txt', 'a_b.txt'],
    ['<a>|"b"?*.txt', '_a___b___.txt'],
    ['CON.txt', 'CON_.txt'],
    ['con', 'con_'],
    ['nul.tar.gz', 'nul_.tar.gz'],
    ['COM1.log', 'COM1_.log'],
    ['LPT².log', 'LPT²_.log'],
    ['nul .txt', 'nul_ .txt'],
    [`con.${'x'.repeat(249)} y`, `con_.${'x'.repeat(249)}_`],
    ['console.txt', 'console.txt'],
    ['Plan.', 'Plan_'],
    ['Plan . .', 'Plan_'],
    ['...', '_'],
    [`${'é'.repeat(126)}.pd`, `${'é'.repeat(126)}.pd`],
  ])('of %j is %j', (name, portable) => {
    expect(archivePaths()(7, name)).toBe(`files/7/${portable}`)
  })

  it.each([
    ['Plan.pdf', 'plan.pdf', 'plan (2).pdf'],
    ['Straße.txt', 'STRASSE.txt', 'STRASSE (2).txt'],
    ['Café.txt', 'Cafe\u0301.txt', 'Cafe\u0301 (2).txt'],
    ['a:b', 'a?b', 'a_b (2)'],
    ['.env', '.ENV', '.ENV (2)'],
    ['x'.repeat(255), 'X'.repeat(255), `${'X'.repeat(251)} (2)`],
    [`a.${'x'.repeat(253)}`, `A.${'x'.repeat(253)}`, `A.${'x'.repeat(249)} (2)`],
  ])('differs for %j and %j in one task', (first, second, path) => {
    const pathOf = archivePaths()
    pathOf(7, first)
    expect(pathOf(8, second)).not.toContain('(2)')
    expect(pathOf(7, second)).toBe(`files/7/${path}`)
  })

  it('is unique and allowed on Windows for any names', () => {
    const name = fc.string({
      unit: fc.constantFrom(...'aA.: ?nulNUL(2)é\u0301'.split('')),
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const pathOf = archivePaths()
        const paths = names.map((one) => pathOf(1, one))
        expect(new Set(paths.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(names.length)
        for (const path of paths) expect(path).toMatch(/^files\/1\/(?!nul *(\.|$))[^<>:"|?*\\/]*[^. ]$/i)
      }),
    )
  })
})

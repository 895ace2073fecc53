import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { readSources } from './import-graph.mjs'
import { structureFaults, structureRows, structureTable } from './structure.mjs'

const LOOSE = { server: 6, web: 5 }

const lines = (count: number) => 'x\n'.repeat(count)

const valueOf = (title: string, path: string, text: string) =>
  structureRows([{ path, text }], LOOSE).find((row) => row.title.includes(title))?.value

/** Returns the titles of the rows that fail because of these style sheets. */
const styleFaults = (styles: { path: string; text: string }[]) =>
  structureRows([], LOOSE, styles)
    .filter(({ title, found }) => /style sheets/i.test(title) && found.length > 0)
    .map(({ title }) => title)

const row = (value: number, limit: number, target = 1, found: string[] = []) => ({
  title: 'Stores',
  value,
  target,
  limit,
  found,
})

describe('the counts', () => {
  it.each([
    ['own listeners', 'const listeners = new Set<() => void>()', 1],
    ['own listeners', 'const listeners = new Set<(value: number) => void>()', 1],
    ['own listeners', '/** new Set<() => void>() */', 0],
    ['own listeners', 'const ids = new Set<string>()', 0],
    ['storage', 'storage().setItem(key, text)', 1],
    ['storage', 'open({ storage: () => localStorage })', 0],
    ['error into text', 'return error.message', 1],
    ['error into text', 'return issue.message', 0],
    ['only one side', "import '#domain/tasks/a.ts'", 0],
  ])('of %s in %j are %d', (title, text, value) => {
    expect(valueOf(title, 'src/web/a/a.ts', text)).toBe(value)
  })

  it('include the effects per 1,000 lines of the web side, rounded up', () => {
    const rows = structureRows(
      [
        { path: 'src/web/a/a.tsx', text: `useEffect(() => a)\nuseEffect(() => b)\n${lines(998)}` },
        { path: 'src/web/a/b.tsx', text: `useLayoutEffect(() => a)\n${lines(950)}` },
        { path: 'src/server/a/a.ts', text: lines(5000) },
      ],
      LOOSE,
    )
    expect(rows.find(({ title }) => title.startsWith('useEffect'))?.value).toBe(1.1)
    expect(rows.at(-1)?.value).toBe(6951)
  })

  it('include each file on the path of a write that no earlier file on that path imports', async () => {
    const title = 'Files on these paths that no earlier file imports'
    const sources = await readSources(fileURLToPath(new URL('..', import.meta.url)))
    const found = (from: string, to: string) =>
      structureRows(
        sources.map(({ path, text }) => ({
          path,
          text: path === from ? text.replaceAll(to, 'gone.ts') : text,
        })),
        LOOSE,
      ).find((row) => row.title === title)?.found
    expect(found('', '')).toEqual([])
    expect(found('src/server/run/bind.ts', 'execute.ts')).toEqual(['src/server/run/execute.ts'])
  })

  it('include files of src/domain that the server never imports', () => {
    const sources = [
      { path: 'src/domain/a/a.ts', text: '' },
      { path: 'src/domain/a/b.ts', text: '' },
      { path: 'src/web/a/a.ts', text: "import '#domain/a/a.ts'\nimport '#domain/a/b.ts'\n" },
      { path: 'src/server/a/a.ts', text: "import type { A } from '#domain/a/a.ts'\n" },
    ]
    expect(structureRows(sources, LOOSE)[2]?.found).toEqual(['src/domain/a/b.ts'])
  })

  it.each([
    ['outside board, timeline and theme', 'src/web/clock/clock.css', '@layer components { .a { top: 0 } }'],
    ['outside a layer', 'src/web/board/card.css', '.a { top: 0 }'],
    ['outside a layer', 'src/web/board/card.css', '@layer components { .a { top: 0 } } .b { top: 0 }'],
    ['outside a layer', 'src/web/board/card.css', '@layer base; @media print { .a { top: 0 } }'],
    ['!important', 'src/web/board/card.css', '@layer components { .a { top: 0 ! important } }'],
  ])('report "%s" in %s: %s', (title, path, text) => {
    expect(styleFaults([{ path, text }])).toEqual([expect.stringContaining(title)])
  })

  it('report nothing for a layered style sheet of the board, the timeline or the theme', () => {
    const text = '@layer base, components; /* not !important */ @layer components { .a { & b { top: 0 } } }'
    expect(
      styleFaults([
        { path: 'src/web/board/styles/card.css', text },
        { path: 'src/web/timeline/timeline.css', text },
        { path: 'src/web/styles.css', text: "@import './tokens.css' layer(theme); @theme { --a: 0 }" },
        { path: 'src/web/tokens.css', text: ':root { --b: 0 }' },
      ]),
    ).toEqual([])
  })

  it('include a cycle between slices, with an import for each step', () => {
    const sources = [
      { path: 'src/web/a/a.ts', text: "import '../b/b.ts'\n" },
      { path: 'src/web/b/b.ts', text: "import '../a/c.ts'\n" },
    ]
    expect(structureFaults(structureRows(sources, LOOSE)).join('\n')).toContain(
      [
        'Cycles between slices: 1, at most 0',
        '  src/web/a → src/web/b → src/web/a',
        '    src/web/a/a.ts → src/web/b/b.ts',
        '    src/web/b/b.ts → src/web/a/c.ts',
      ].join('\n'),
    )
  })
})

describe('the check', () => {
  it('passes at a limit and below it', () => {
    expect(structureFaults([row(18, 18), row(17, 18), row(1, 1), row(0, 1)])).toEqual([])
  })

  it('fails above a limit and lists the findings', () => {
    expect(structureFaults([row(2, 1, 1, ['src/web/a.ts', 'src/web/b.ts'])])).toEqual([
      'Stores: 2, at most 1',
      '  src/web/a.ts',
      '  src/web/b.ts',
    ])
  })

  it('fails when a target is reached but its limit has not been lowered to it', () => {
    expect(structureFaults([row(1, 18)])).toEqual([
      'Stores: target reached. Set its limit to 1 in scripts/structure.mjs.',
    ])
  })
})

it('the table shows the value, the target and the limit of each row', () => {
  expect(structureTable([row(1200, 2000, 1000)])).toBe(
    ['          now  target  limit', 'Stores  1,200   1,000  2,000'].join('\n'),
  )
})

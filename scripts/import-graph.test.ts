import { describe, expect, it, test } from 'vitest'

import { fileGraph, findCycles, importsOf, reachedFrom, sliceGraph, sliceOf } from './import-graph.mjs'

const source = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((name) => `import { x } from '${name}'\n`).join(''),
})
const cyclesOf = (...sources: ReturnType<typeof source>[]) => findCycles(sliceGraph(sources))

describe('importsOf', () => {
  it.each([
    ["import { a } from './a.ts'", ['src/web/tasks/a.ts']],
    ["import {\n  a,\n  type B,\n} from '../board/b.tsx'", ['src/web/board/b.tsx']],
    ["import type { A } from '#domain/tasks/task.ts'", ['src/domain/tasks/task.ts']],
    ["import '../../web/app.css'", ['src/web/app.css']],
    ["export { a } from './a.ts'", ['src/web/tasks/a.ts']],
    ["  const { a } = await import('./a.ts')", ['src/web/tasks/a.ts']],
    ["import react from 'react'", []],
    ["const text = 'from ./a.ts'", []],
  ])('finds the imports in %j: %j', (text, imports) => {
    expect(importsOf({ path: 'src/web/tasks/list.ts', text })).toEqual(imports)
  })
})

describe('sliceOf', () => {
  it.each([
    ['src/web/board/card/card.tsx', 'src/web/board'],
    ['src/domain/tasks/task.ts', 'src/domain/tasks'],
    ['src/server/app.ts', null],
    ['tests/support/build-app.ts', null],
  ])('returns the slice of %s: %s', (path, slice) => {
    expect(sliceOf(path)).toBe(slice)
  })
})

describe('cycles between slices', () => {
  it('are not found when slices import only lower slices', () => {
    const board = source('src/web/board/a.ts', '../tasks/a.ts', '../ui/a.ts', '#domain/tasks/a.ts')
    expect(cyclesOf(board, source('src/web/tasks/a.ts', '../ui/a.ts'), source('src/web/ui/a.ts'))).toEqual([])
  })

  it('are found between two slices, even when no two files import each other', () => {
    const there = source('src/web/tasks/a.ts', '../clock/a.ts')
    const back = source('src/web/clock/b.ts', '../tasks/b.ts')
    expect(cyclesOf(there, back)).toEqual([['src/web/clock', 'src/web/tasks', 'src/web/clock']])
  })

  it('are found through a third slice, through a type and through a lazy import', () => {
    const a = source('src/server/a/a.ts', '../b/b.ts')
    const b = { path: 'src/server/b/b.ts', text: "import type { C } from '../c/c.ts'\n" }
    const c = { path: 'src/server/c/c.ts', text: "const a = () => import('../a/a.ts')\n" }
    expect(cyclesOf(a, b, c)).toEqual([['src/server/a', 'src/server/b', 'src/server/c', 'src/server/a']])
  })

  it('are not found within one slice or through a file outside the slices', () => {
    const inside = [source('src/web/a/a.ts', './b.ts'), source('src/web/a/b.ts', './a.ts')]
    const root = [source('src/server/a/a.ts', '../app.ts'), source('src/server/app.ts', './a/a.ts')]
    expect(cyclesOf(...inside, ...root)).toEqual([])
  })
})

test('finds cycles of files that include type-only and lazy imports', () => {
  const a = source('src/web/a/a.ts', './b.ts')
  const b = { path: 'src/web/a/b.ts', text: "import type { C } from './c.ts'\n" }
  const c = { path: 'src/web/a/c.ts', text: "const a = () => import('./a.ts')\n" }
  expect(findCycles(fileGraph([a, b, c]))).toEqual([[a.path, b.path, c.path, a.path]])
  expect(findCycles(fileGraph([a, b]))).toEqual([])
})

it('finds the files that a side imports, including indirectly', () => {
  const sources = [
    source('src/web/a/a.ts', '#domain/b/b.ts'),
    source('src/domain/b/b.ts', './c.ts'),
    source('src/domain/b/c.ts'),
    source('src/domain/b/d.ts'),
  ]
  expect([...reachedFrom(sources, 'src/web')]).toEqual(['src/domain/b/b.ts', 'src/domain/b/c.ts'])
})

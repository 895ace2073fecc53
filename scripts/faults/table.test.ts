import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { commandsOf } from './commands.mjs'
import { ROWS } from './rows.mjs'
import { type Outcome, exitCodeOf, faultLine, markdownTable, sumFigures } from './table.mjs'

const ROOT = join(import.meta.dirname, '../..')

describe('the rows', () => {
  it('cover F1 to F35 and name existing files', () => {
    expect(ROWS.map(({ fault }) => fault)).toEqual(Array.from({ length: 35 }, (_, index) => `F${index + 1}`))
    const files = ROWS.flatMap(({ tests, script }) => [
      ...tests.map(([file]) => file),
      ...(script ? [script] : []),
    ])
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })
})

const row = { fault: 'F1', cause: 'kill −9', mustHold: 'nothing is missing', tests: [] } as const
const outcome = (result: Outcome['result'], isExcused = false): Outcome => ({
  row: { ...row, isExcused },
  result,
  figures: { runs: 20, writes: 4000, lost: 0, duplicated: 0, seconds: 0.42 },
  took: 12,
})

describe('the commands of a row', () => {
  it('select tests by title, except in files that the row lists without a title', async () => {
    const tests = [['a.test.ts'], ['b.test.ts', 'one two'], ['tests/browser/c.spec.ts', 'three']] as const
    const commands = await commandsOf({ ...row, tests }, { root: ROOT, browser: '', folder: '/reports' })
    const chosen = commands.map(({ args }) =>
      args.slice(args.findLastIndex((arg) => arg.startsWith('--')) + 1),
    )
    expect(chosen).toEqual([
      ['a.test.ts'],
      ['-t', String.raw`\x6fne[ >]+\x74wo`, 'b.test.ts'],
      ['-g', String.raw`\x74hree`, 'tests/browser/c.spec.ts'],
    ])
    for (const { args } of commands) {
      const options = args.filter((arg) => arg.startsWith('--') && !arg.startsWith('--reporter'))
      const names = options.map((option) => option.split('=')[0])
      expect(new Set(names).size).toBe(names.length)
    }
    expect(new Set(commands.map(({ report }) => report)).size).toBe(3)
  })
})

describe('the result', () => {
  it('adds up counts and keeps the longest recovery', () => {
    const notes = '{"runs":2,"lost":0,"seconds":0.5}\n{"runs":3,"lost":1,"seconds":0.2}\n'
    expect(sumFigures(notes, 7)).toEqual({
      runs: 5,
      writes: undefined,
      lost: 1,
      duplicated: undefined,
      seconds: 0.5,
    })
    expect(sumFigures('', 7)).toMatchObject({ runs: 7, lost: undefined })
  })

  it('has exit code 1 if a row fails or is not built, unless the row is excused', () => {
    expect(exitCodeOf([outcome('holds'), outcome('not built yet', true)], true)).toBe(0)
    expect(exitCodeOf([outcome('holds'), outcome('not built yet')], false)).toBe(1)
    expect(exitCodeOf([outcome('FALLS SHORT', true)], false)).toBe(1)
  })

  it('has exit code 1 if a row was not run, but only in strict mode', () => {
    expect(exitCodeOf([outcome('not run')], false)).toBe(0)
    expect(exitCodeOf([outcome('not run')], true)).toBe(1)
  })
})

describe('the table', () => {
  it('shows a row on one line', () => {
    expect(faultLine(outcome('holds')).split(/\s{2,}/)).toEqual([
      'F1',
      'holds',
      '20',
      '0 of 4000',
      '0',
      '0.4',
      '12',
      'kill −9',
    ])
  })

  it('marks failed rows in Markdown', () => {
    const lines = markdownTable([outcome('holds')], '2026-11-20').split('\n')
    expect(lines[2]).toBe(
      '| F1 | kill −9 | nothing is missing | holds | 20 | 0 of 4000 | 0 | 0.4 | 2026-11-20 |',
    )
    expect(markdownTable([outcome('FALLS SHORT')], '2026-11-20')).toContain('**FALLS SHORT**')
  })

  it('keeps the lines of rows that did not run', () => {
    const before = '| F1  | old |\n| F10 | kept |\n| F2  | kept |\n'
    const lines = markdownTable([outcome('holds')], '2026-11-20', before).split('\n')
    expect(lines.slice(2).map((line) => line.slice(0, 12))).toEqual([
      '| F1 | kill ',
      '| F2  | kept',
      '| F10 | kept',
    ])
  })
})

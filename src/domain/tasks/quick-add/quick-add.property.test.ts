import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { findCandidates } from './candidates.ts'
import { lineWords } from './line-words.ts'
import { indexNames } from './names.ts'
import { type QuickAddContext, parseQuickAdd } from './quick-add.ts'

const RUNS = { numRuns: 2000 }

/** Reads every phrase as the same day; the table of cases uses the real date reader. */
const context: QuickAddContext = {
  readDue: () => '2026-11-20',
  today: Temporal.PlainDate.from('2026-11-19'),
  categories: ['Task', 'Project', 'Meeting', 'Deep work'],
  projects: ['Acme', 'Billing migration', 'İstanbul'],
}

const words =
  'write offer fri 9am 9 at by on due the 2h 2 hours 30m p2 P10 p0 #Meeting #deep work #x +Acme +Billing migration +1 every other 2 weeks week day weekly to or and tomorrow the after eod in an hour Nov 20 may 5, 2027 3:16 noon " “ ” ` https://x.y/#Meeting 🎉 İstanbul +İSTANBUL \u0000 \ud800'.split(
    ' ',
  )
const spaces = fc.constantFrom(' ', ' ', ' ', '  ', '\t', '\u00A0', '')
const wordLines = fc
  .array(fc.tuple(fc.constantFrom(...words), spaces), { maxLength: 30 })
  .map((pairs) => pairs.flat().join(''))
const lines = fc.oneof(wordLines, wordLines, fc.string({ unit: 'binary', maxLength: 200 }))
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '')

describe('any line', () => {
  it('is parsed into ordered ranges that don’t overlap or exceed the line, at most one of each kind', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { parts, unusedProject } = parseQuickAdd(line, context)
        let end = 0
        for (const part of parts) {
          expect(part.start).toBeGreaterThanOrEqual(end)
          expect(part.end).toBeGreaterThan(part.start)
          end = part.end
        }
        expect(end).toBeLessThanOrEqual(line.length)
        expect(new Set(parts.map(({ kind }) => kind)).size).toBe(parts.length)
        expect(unusedProject && parts.some(({ kind }) => kind === 'project')).toBeFalsy()
      }),
      RUNS,
    )
  })

  it('consists of its title and its parts, and nothing else', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { title, parts } = parseQuickAdd(line, context)
        let rest = line
        for (const { start, end } of parts.toReversed()) rest = rest.slice(0, start) + rest.slice(end)
        expect(withoutSpaces(title)).toBe(withoutSpaces(rest))
        expect(title).toBe(title.trim())
      }),
      RUNS,
    )
  })

  it('keeps the words of a removed part as text', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { parts } = parseQuickAdd(line, context)
        for (const removed of parts) {
          const after = parseQuickAdd(line, { ...context, excluded: [removed] })
          const overlapping = after.parts.filter(
            ({ start, end }) => start < removed.end && end > removed.start,
          )
          expect(overlapping).toEqual([])
          expect(withoutSpaces(after.title)).toContain(withoutSpaces(line.slice(removed.start, removed.end)))
        }
      }),
      RUNS,
    )
  })

  it('becomes the title if the entire line is excluded', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const parsed = parseQuickAdd(line, { ...context, excluded: [{ start: 0, end: line.length }] })
        expect(parsed).toEqual({ title: line.trim(), parts: [], unusedProject: null })
      }),
      RUNS,
    )
  })
})

describe('a line of 10 kB', () => {
  const SIZE = 10_240
  const hard = [
    'fri ',
    'in 2 ',
    'every other ',
    '"',
    '“',
    '` ',
    'p2',
    '#Meeting ',
    '#',
    '+',
    '+a ',
    '2h ',
    '2',
    'a',
    ' ',
    'tomorrow 9 ',
    'on fri nov 20 2026 at 9 ',
    'mon to ',
    '\u00A0x',
  ]

  it.each(hard)('of %j takes linear time', (text) => {
    const small = countSteps(fill(text, SIZE))
    const large = countSteps(fill(text, SIZE * 8))
    expect(large).toBeLessThan(small * 8 + SIZE)
  })

  it.each(hard)('of %j calls the date reader at most 20 times', (text) => {
    let reads = 0
    const readDue = () => (reads++, null)
    parseQuickAdd(fill(text, SIZE), { ...context, readDue })
    expect(reads).toBeLessThanOrEqual(20)
  })
})

function fill(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length)
}

/** Counts the searched characters and how often the parser looks at a word. */
function countSteps(line: string): number {
  let steps = 0
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
    this: string,
    text,
    from = 0,
  ) {
    const index = this.slice(from).search(text) + from
    steps += (index < from ? this.length : index) - from
    return index < from ? -1 : index
  })
  const words = lineWords(line, [])
  spy.mockRestore()
  const counted = new Proxy(words, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && /^\d/.test(key)) steps++
      return Reflect.get(target, key, receiver) as unknown
    },
  })
  findCandidates(counted, {
    categories: indexNames(context.categories),
    projects: indexNames(context.projects),
  })
  return steps
}

import { describe, expect, it } from 'vitest'

import { moveRanges } from './move-ranges.ts'

const LINE = 'Call fri 9am soon'
const FRI = { start: 5, end: 12 }

/** Returns the words of the range after the edit, or null if it is dropped. */
function wordsAfter(after: string): string | null {
  const [range] = moveRanges([FRI], LINE, after)
  return range ? after.slice(range.start, range.end) : null
}

describe('a range of a line', () => {
  it.each([
    LINE,
    'Call Ann fri 9am soon',
    'fri 9am soon',
    'Call fri 9am very soon',
    'Call fri 9am',
    'Call fri 9am ',
    'Call fri 9am x',
    'x Call fri 9am soon',
  ])('keeps its words after an edit to %j', (after) => {
    expect(wordsAfter(after)).toBe('fri 9am')
  })

  it.each([
    '',
    'Call',
    'Call fri 9a soon',
    'Call fri 10am soon',
    'Call xfri 9am soon',
    'Call fri 9ams soon',
    'Call fri  9am soon',
  ])('is dropped after an edit to %j', (after) => {
    expect(wordsAfter(after)).toBeNull()
  })
})

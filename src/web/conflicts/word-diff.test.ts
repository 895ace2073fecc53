import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type Piece, diffWords } from './word-diff.ts'

const marked = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('')

function expectWhole(a: string, b: string): void {
  const diff = diffWords(a, b)
  expect([whole(diff.a), whole(diff.b)]).toEqual([a, b])
}

const whole = (pieces: readonly Piece[]) => pieces.map((piece) => piece.text).join('')

describe('diffWords', () => {
  it.each([
    [
      'Two pages and one chart.',
      'Two pages, no appendix.',
      'Two pages[ and one chart].',
      'Two pages[, no appendix].',
    ],
    ['the same', 'the same', 'the same', 'the same'],
    ['', 'all new', '', '[all new]'],
    ['a b c d', 'a x c y d', 'a[ b] c d', 'a[ x] c[ y] d'],
    ['mid-May', 'mid-June', 'mid-[May]', 'mid-[June]'],
    ['日本', '日本語', '[日本]', '[日本語]'],
    ['ok 👍', 'ok 👍🏽', 'ok[ 👍]', 'ok[ 👍🏽]'],
    ['👨‍👩‍👧 trip', '👨‍👩‍👦 trip', '[👨‍👩‍👧] trip', '[👨‍👩‍👦] trip'],
    ['🇩🇪🇫🇷', '🇩🇰🇫🇷', '[🇩🇪]🇫🇷', '[🇩🇰]🇫🇷'],
    ['❤️x', '❤x', '[❤️]x', '[❤]x'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿!', '🏴󠁧󠁢󠁳󠁣󠁴󠁿!', '[🏴󠁧󠁢󠁥󠁮󠁧󠁿]!', '[🏴󠁧󠁢󠁳󠁣󠁴󠁿]!'],
    ['می\u200cرود', 'می\u200cشود', '[می\u200cرود]', '[می\u200cشود]'],
  ])('marks what differs between %j and %j', (a, b, markedA, markedB) => {
    const diff = diffWords(a, b)
    expect([marked(diff.a), marked(diff.b)]).toEqual([markedA, markedB])
  })

  it('keeps every character, and marks the longest strings quickly', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '.', 'é', '🪜', '🇩', '👍', '🏽', '\u200d'),
    })
    fc.assert(fc.property(text, text, expectWhole))
    expectWhole('a '.repeat(25_000), 'b '.repeat(25_000))
  })
})

import { describe, expect, it } from 'vitest'

import { codePoints, foldCase, isStorable } from './text.ts'
import { requiredText, text } from './text-schema.ts'

describe('the length', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['😀', 1],
    ['👩‍🚀', 3],
    ['\ud83d', 1],
  ])('of %j is %d code points', (value, length) => {
    expect(codePoints(value)).toBe(length)
  })
})

describe('a text that the databases can store', () => {
  it.each(['', 'plain', 'line\nbreak\ttab', '\u202Eright to left', '😀', '<img onerror>'])(
    'includes %j',
    (value) => {
      expect(isStorable(value)).toBe(true)
    },
  )

  it.each(['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800'])('does not include %j', (value) => {
    expect(isStorable(value)).toBe(false)
  })
})

describe('folding case', () => {
  it.each([
    ['ADA', 'ada'],
    [' Ada\n', 'ada'],
    ['ADE\u0301', 'adé'],
    ['', ''],
  ])('turns %j into %j', (value, folded) => {
    expect(foldCase(value)).toBe(folded)
  })
})

describe('a text of at most five characters', () => {
  const schema = text(5, 'Name')

  it.each(['', '12345', '😀😀😀😀😀', ' a '])('accepts %j unchanged', (value) => {
    expect(schema.parse(value)).toBe(value)
  })

  it.each([
    ['123456', 'Name must be 5 characters or fewer.'],
    ['😀😀😀😀😀😀', 'Name must be 5 characters or fewer.'],
    ['a\0', 'Name contains a character that cannot be stored.'],
    ['\ud800', 'Name contains a character that cannot be stored.'],
    [null, 'Name must be text.'],
    [5, 'Name must be text.'],
    [['a'], 'Name must be text.'],
  ])('rejects %j with one message', (value, message) => {
    expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

describe('a required text', () => {
  const schema = requiredText(5, { what: 'Name', required: 'Name is required' })

  it.each([
    ['a', 'a'],
    ['  12345\n', '12345'],
    ['\u00a0a\u00a0', 'a'],
  ])('trims %j to %j', (value, trimmed) => {
    expect(schema.parse(value)).toBe(trimmed)
  })

  it.each(['', '   ', '\n\t', '\u00a0', null, undefined, 5])('rejects %j as missing', (value) => {
    expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual(['Name is required'])
  })

  it('counts its length after trimming', () => {
    expect(schema.safeParse(`  ${'x'.repeat(6)}  `).error?.issues[0]?.message).toBe(
      'Name must be 5 characters or fewer.',
    )
  })
})

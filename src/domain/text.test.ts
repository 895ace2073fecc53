import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  cleanName,
  codePoints,
  compareNames,
  containsTyped,
  cutTo,
  foldCase,
  graphemes,
  isolate,
  isStorable,
  isVisible,
} from './text.ts'
import { optionalName, requiredText, text } from './text-schema.ts'

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

describe('isStorable', () => {
  it.each(['', 'plain', 'line\nbreak\ttab', '\u202Eright to left', '😀', '<img onerror>'])(
    'accepts %j',
    (value) => {
      expect(isStorable(value)).toBe(true)
    },
  )

  it.each(['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800'])('rejects %j', (value) => {
    expect(isStorable(value)).toBe(false)
  })
})

describe('folding case', () => {
  it.each([
    ['ADA', 'ada'],
    [' Ada\n', 'ada'],
    ['ADE\u0301', 'adé'],
    ['', ''],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['Ｗｏｒｋ', 'work'],
    ['ﬁne', 'fine'],
    ['Ta\u200bsk', 'task'],
    ['Ta\u00adsk', 'task'],
    ['\u2067Task\u2069', 'task'],
    ['한글', '한글'.normalize('NFC')],
    ['ⓐ', 'a'],
  ])('turns %j into %j', (value, folded) => {
    expect(foldCase(value)).toBe(folded)
  })

  it('is idempotent for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const folded = foldCase(value)
        expect(foldCase(folded)).toBe(folded)
      }),
    )
  })
})

describe('a name in its stored form', () => {
  it.each([
    ['Cafe\u0301', 'Café'],
    ['Cafe\u202c\u0301', 'Café'],
    ['Buy\nmilk\tnow', 'Buy milk now'],
    ['a\u0001b\u009fc', 'abc'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u2066a\u2069', 'a'],
    ['👩‍🚀 ship', '👩‍🚀 ship'],
    ['שלום', 'שלום'],
  ])('%j is %j', (value, clean) => {
    expect(cleanName(value)).toBe(clean)
    expect(cleanName(clean)).toBe(clean)
  })

  it.each([
    '\u200b',
    '\u00ad',
    '\u2800',
    '\u3164',
    '\u115f',
    '\ufeff',
    '\u2060',
    '\u034f',
    '\ufe0f',
    '\u200e \u00a0',
  ])('%j has no visible character', (value) => {
    expect(isVisible(value)).toBe(false)
  })

  it.each(['a', '.', '😀', '👩‍🚀', '\u0301a', '語', '\u200ba'])('%j has a visible character', (value) => {
    expect(isVisible(value)).toBe(true)
  })
})

describe('a name in a sentence', () => {
  it.each(['דוח', 'Q3 דוח', 'تقرير', '\u{1e900}'])('%j is isolated', (name) => {
    expect(isolate(name)).toBe(`\u2068${name}\u2069`)
  })

  it.each(['Report', '日本語', '👩‍🚀', 'Übergabe 3', ''])('%j is unchanged', (name) => {
    expect(isolate(name)).toBe(name)
  })
})

describe('typed text', () => {
  it.each([
    ['Cafe\u0301 visit', 'café', true],
    ['Café', 'cafe', true],
    ['Cafe', 'café', false],
    ['İstanbul', 'istanbul', true],
    ['Straße', 'strasse', true],
    ['Strasse', 'straße', true],
    ['Ελλάς', 'ΕΛΛΆΣ', true],
    ['Work', 'play', false],
  ])('in %j, %j is found: %s', (name, typed, isFound) => {
    expect(containsTyped(name, typed)).toBe(isFound)
  })
})

it('sorts names in natural order, ignoring case', () => {
  expect(['Phase 10', 'phase 2', 'Phase 1', 'alpha'].toSorted(compareNames)).toEqual([
    'alpha',
    'Phase 1',
    'phase 2',
    'Phase 10',
  ])
})

it('counts an emoji, a flag and a letter with marks as one character', () => {
  expect(graphemes('👩‍🚀🇩🇪e\u0301x')).toEqual(['👩‍🚀', '🇩🇪', 'e\u0301', 'x'])
})

describe('a string of at most five characters', () => {
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

describe('a required string', () => {
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

describe('a name', () => {
  it.each(['\u200b', '\u00ad\u00ad', '\u2800', '\u3164'])(
    'counts as missing if all its characters are invisible: %j',
    (value) => {
      const schema = requiredText(5, { what: 'Name', required: 'Name is required' })
      expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([
        'Name is required',
      ])
      expect(optionalName(5, 'Name').parse(value)).toBe(null)
    },
  )

  it('is stored composed, and its length is that of the stored form', () => {
    expect(requiredText(5, { what: 'Name', required: '' }).parse('cafe\u0301s')).toBe('cafés')
    expect(optionalName(5, 'Name').parse('cafe\u0301s')).toBe('cafés')
  })
})

it('truncates a string between characters, by length or by bytes', () => {
  const family = '👨‍👩‍👧'
  expect(cutTo(7, `ab${family}c`, codePoints)).toBe(`ab${family}`)
  expect(cutTo(6, `ab${family}c`, codePoints)).toBe('ab')
  expect(cutTo(3, 'ééé', (cut) => new TextEncoder().encode(cut).length)).toBe('é')
  expect(cutTo(0, 'abc', codePoints)).toBe('')
})

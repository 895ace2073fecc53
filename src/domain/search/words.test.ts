import { assert, nat, property, string } from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { findMatches, indexWords, matchesAll, readQuery, wordLine } from './words.ts'

describe('indexWords', () => {
  it.each([
    ['Send the REPORT, send it!', ['send', 'the', 'report', 'it']],
    ['Müller', ['muller', 'mueller']],
    ['Straße', ['strasse']],
    ['Ærøskøbing', ['aeroskobing', 'aeroeskoebing']],
    ['第3版draft', ['第', '3', '版', 'draft']],
    ['季度会议', ['季度会', '度会议', '会议', '议']],
    ['ｶﾞｲﾄﾞ', ['ガイド', 'イド', 'ド']],
    ['a_b-c', ['a', 'b', 'c']],
    ['😀', []],
    ['\u{1d157}\u{1d165}Allegro', ['allegro']],
    ['x'.repeat(60), ['x'.repeat(40)]],
  ])('splits %s into %j', (text, words) => {
    expect([...indexWords(text)]).toEqual(words)
  })
})

describe('findMatches', () => {
  it.each([
    ['Straßenfest', 'strasse', ['Straße']],
    ['Straßenfest', 'stras', ['Straß']],
    ['Müller und Muller', 'mue', ['Mü']],
    ['Cre\u0300me', 'crem', ['Cre\u0300m']],
    ['会议和会议', '会议', ['会议', '会议']],
    ['กี่ที่', 'ก', ['กี่']],
    ['กี่ที่', 'ที', ['ที่']],
    ['ကိုကို', 'က', ['ကိုကို']],
    ['Προσοχή στο κενό', 'ΠΡΟΣ', ['Προσ']],
    ['Οδός', 'οδοσ', ['Οδός']],
    ['The report', 'port', []],
    ['one two three', 'three one', ['one', 'three']],
  ])('searches %s for %s and finds %j', (text, query, marked) => {
    expect(findMatches(text, readQuery(query)).map(({ start, end }) => text.slice(start, end))).toEqual(
      marked,
    )
  })
})

test('finds text by each of its words and by their beginnings', () => {
  assert(
    property(string({ unit: 'grapheme', maxLength: 60 }), nat(20), (text, length) => {
      const line = wordLine(text)
      expect(matchesAll(line, readQuery(text))).toBe(true)
      const [first = ''] = text.match(/[\p{L}\p{N}]+/u) ?? []
      const start = first.slice(0, length).toWellFormed().replaceAll('\ufffd', '')
      if (/^[a-z]+$/i.test(start)) expect(matchesAll(line, readQuery(start))).toBe(true)
    }),
  )
})

test('matches are ordered ranges in the text, for any text and query', () => {
  assert(
    property(string({ unit: 'binary' }), string({ unit: 'binary' }), (text, query) => {
      let last = 0
      for (const { start, end } of findMatches(text, readQuery(query))) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
  )
})

import { assert, property, string } from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { excerptOf, lineOf } from './excerpt.ts'
import { sortByRank } from './rank.ts'
import { findMatches, matchesAll, readQuery, wordLine } from './words.ts'

const NAMES = { category: '', projectName: null }

describe('accents in a query', () => {
  it.each([
    ['crème', 'Crème brûlée', true],
    ['crème', 'Creme', false],
    ['crème', 'Crémé', false],
    ['creme', 'Crème', true],
    ['CRÈME', 'crème', true],
    ['cre\u0300me', 'Crème', true],
    ['crème', 'Cre\u0300me', true],
    ['crè', 'Crèmerie', true],
    ['crè', 'Cremerie', false],
    ['crèm', 'Crèmerie', true],
    ['brûle', 'Brûlée', true],
    ['brulée', 'Brûlée', true],
    ['brûlée', 'Brulée', false],
    ['crème brulee', 'Brûlée à la crème', true],
    ['crème brulee', 'Creme brûlée', false],
    ['Müller', 'Muller', false],
    ['Müller', 'Mueller', true],
    ['muller', 'Müller', true],
    ['mueller', 'Müller', true],
    ['müllér', 'Mueller', false],
    ['muellér', 'Müllér', true],
    ['ü', 'Über', true],
    ['ü', 'uber', false],
    ['Straße', 'Strasse', true],
    ['strasse', 'Straße', true],
    ['Ångström', 'Ångström', true],
    ['Ångström', 'Angstrom', false],
    ['å', 'Aalborg', true],
    ['ça', 'Ça va', true],
    ['ça', 'Cambridge', false],
    ['año', 'Año nuevo', true],
    ['año', 'Ano', false],
    ['an\u0303o', 'Año', true],
    ['año', 'An\u0303o', true],
    ['Øre', 'Øresund', true],
    ['Øre', 'Oresund', false],
    ['Øre', 'Oeresund', true],
    ['ore', 'Øresund', true],
    ['œuvre', 'Oeuvre', true],
    ['Łódź', 'Łódź', true],
    ['Łódź', 'Lódź', false],
    ['łod', 'Łódź', true],
    ['lodz', 'Łódź', true],
    ['Đà', 'Đà Nẵng', true],
    ['Đà', 'Dà Nẵng', false],
    ['Αθήνα', 'ΑΘΉΝΑ', true],
    ['Αθήνα', 'Αθηνα', false],
    ['αθηνα', 'Αθήνα', true],
    ['ΚΌΣ', 'Κόσμος', true],
    ['ΚΌΣ', 'Κοσμος', false],
    ['ёлка', 'елка', false],
    ['елка', 'Ёлка', true],
    ['İstanbul', 'istanbul', true],
    ['istanbul', 'İSTANBUL', true],
    ['ıs', 'Isparta', true],
    ['Việt', 'Việt Nam', true],
    ['Viêt', 'Việt Nam', true],
    ['Việt', 'Viêt Nam', false],
    ['Vie\u0302\u0323t', 'Việt Nam', true],
    ['ｃａｆé', 'Café', true],
    ['café', 'ＣＡＦＥ\u0301', true],
    ['café', 'ＣＡＦＥ', false],
    ['会议', '准备季度会议', true],
    ['ガ', 'ｶﾞｲﾄﾞ', true],
    ['café会议', '准备会议 café', true],
    ['café会议', '准备会议 cafe', false],
    ['⑴é', '⑴é', true],
  ])('%s in %s matches: %s', (query, text, isFound) => {
    expect(matchesAll(wordLine(text), readQuery(query))).toBe(isFound)
    const ranges = findMatches(text, readQuery(query))
    if (isFound) expect(ranges).not.toEqual([])
    else if (!/\s|会/.test(query)) expect(ranges).toEqual([])
  })

  test('mark only words that have them', () => {
    const text = 'Creme, crèmerie, cre\u0300me'
    const marked = findMatches(text, readQuery('crème')).map(({ start, end }) => text.slice(start, end))
    expect(marked).toEqual(['crème', 'cre\u0300me'])
  })

  test('decide which text becomes the excerpt', () => {
    const task = { title: 'Creme', description: 'creme', notes: 'la crème', ...NAMES }
    expect(excerptOf(task, readQuery('crème'))).toMatchObject({
      field: 'notes',
      matches: [{ start: 3, end: 8 }],
    })
    expect(matchesAll(lineOf(task), readQuery('crème'))).toBe(true)
  })

  test('rank a task lower if its title lacks them', () => {
    const times = { completedAt: null, updatedAt: '2026-11-20T10:00:00.000Z' }
    const tasks = ['Creme', 'Buy crème'].map((title, id) => ({ id, title, ...NAMES, ...times }))
    expect(sortByRank(tasks, readQuery('crème')).map(({ title }) => title)).toEqual(['Buy crème', 'Creme'])
  })

  test('find a text by its own words, whether composed or decomposed', () => {
    const letters = string({ unit: 'grapheme', maxLength: 20 })
    assert(
      property(letters, (text) => {
        for (const form of ['NFC', 'NFD'] as const) {
          expect(matchesAll(wordLine(text), readQuery(text.normalize(form)))).toBe(true)
        }
      }),
    )
  })

  test('are matched in linear time', () => {
    const line = wordLine(`a${'\u0301'.repeat(100_000)}`)
    expect(matchesAll(line, readQuery(`a${'\u0301'.repeat(190)}b`))).toBe(false)
  })
})

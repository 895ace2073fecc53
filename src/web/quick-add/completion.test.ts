import { describe, expect, it } from 'vitest'

import { offerNames, takeOption } from './completion.ts'

const KNOWN = {
  categories: ['Task', 'Project', 'Meeting', 'Deep work'],
  projects: ['Acme', 'Billing migration', 'Acme Labs'],
}

/** Offers names at the caret, which `|` marks. */
function offer(marked: string, known = KNOWN) {
  return offerNames(marked.replace('|', ''), marked.indexOf('|'), known)
}

const labels = (marked: string) => offer(marked)?.options.map(({ label }) => label) ?? null

describe('the offered names', () => {
  it.each([
    ['Call #|', ['Task', 'Project', 'Meeting', 'Deep work']],
    ['Call #mee|', ['Meeting', 'New category “mee”']],
    ['Call #mee| tomorrow', ['Meeting', 'New category “mee”']],
    ['#ee|', ['Meeting', 'Deep work', 'New category “ee”']],
    ['#deep w|', ['Deep work']],
    ['#xyz|', ['New category “xyz”']],
    ['+|', ['Acme', 'Billing migration', 'Acme Labs']],
    ['+ac|', ['Acme', 'Acme Labs', 'New project “ac”']],
    ['+Acme|', ['Acme', 'Acme Labs']],
    ['+billing mi|', ['Billing migration']],
  ])('in %j are %j', (marked, names) => {
    expect(labels(marked)).toEqual(names)
  })

  it.each([
    'Call|',
    '#Meeting|',
    '#mee|ting',
    'C#|',
    'a+b|',
    '+1|',
    '#1|',
    '+newco|',
    '#meeting now|',
    '# |',
    '+Acme |x',
  ])('don’t appear in %j', (marked) => {
    expect(labels(marked)).toBeNull()
  })

  it('are inserted by Enter only if a known name matches', () => {
    expect(offer('#mee|')?.takesFirst).toBe(true)
    expect(offer('#xyz|')?.takesFirst).toBe(false)
    expect(offer('#|')?.takesFirst).toBe(false)
  })

  it.each([
    ['#cre|', ['Creme', 'Crème brûlée', 'Ice crème'], [0, 3]],
    ['#crè|', ['Crème brûlée', 'Ice crème'], [0, 3]],
    ['#brule|', ['Crème brûlée'], [6, 11]],
    ['#stra|', ['Straße'], [0, 4]],
    ['#istan|', ['İstanbul'], [0, 5]],
    ['#ก|', ['กี่'], [0, 3]],
    ['#क|', ['किताब'], [0, 2]],
  ])('match accents in %j like the search', (marked, names, [start, end]) => {
    const categories = ['Ice crème', 'Creme', 'Crème brûlée', 'Straße', 'İstanbul', 'กี่', 'किताब']
    const known = offer(marked, { categories, projects: [] })?.options.filter(({ creates }) => !creates)
    expect(known?.map(({ label }) => label).toSorted()).toEqual(names.toSorted())
    expect(known?.[0]?.match).toEqual({ start, end })
  })

  it('don’t appear after a space that follows a complete name typed without accents', () => {
    expect(offer('#creme |', { categories: ['Crème'], projects: [] })).toBeNull()
  })

  it.each([
    ['Call #mee|', 'Call #Meeting |'],
    ['Call #mee| tomorrow', 'Call #Meeting |tomorrow'],
    ['+ac| p2', '+Acme |p2'],
  ])('complete %j to %j', (marked, after) => {
    const offered = offer(marked)
    const [first] = offered?.options ?? []
    expect(first).toBeDefined()
    if (!offered || !first) return
    const { text, caret } = takeOption(marked.replace('|', ''), offered, first)
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after)
  })
})

import { describe, expect, it } from 'vitest'

import { offerNames, takeOption } from './completion.ts'

const KNOWN = {
  categories: ['Task', 'Project', 'Meeting', 'Deep work'],
  projects: ['Acme', 'Billing migration', 'Acme Labs'],
}

/** Offers names at the caret, which `|` marks. */
function offer(marked: string) {
  return offerNames(marked.replace('|', ''), marked.indexOf('|'), KNOWN)
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
  ])('are empty in %j', (marked) => {
    expect(labels(marked)).toBeNull()
  })

  it('are inserted by Enter only if a known name matches', () => {
    expect(offer('#mee|')?.takesFirst).toBe(true)
    expect(offer('#xyz|')?.takesFirst).toBe(false)
    expect(offer('#|')?.takesFirst).toBe(false)
  })

  it.each([
    ['Call #mee|', 'Call #Meeting |'],
    ['Call #mee| tomorrow', 'Call #Meeting |tomorrow'],
    ['+ac| p2', '+Acme |p2'],
  ])('replace %j with %j', (marked, after) => {
    const offered = offer(marked)
    const [first] = offered?.options ?? []
    expect(first).toBeDefined()
    if (!offered || !first) return
    const { text, caret } = takeOption(marked.replace('|', ''), offered, first)
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after)
  })
})

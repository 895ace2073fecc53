import { beforeEach, expect, test } from 'vitest'

import { createDraftStore } from '../drafts/draft-store.ts'
import { NO_EDITS, editField } from '../drafts/edits.ts'
import { forgetDrafts } from '../drafts/forget-drafts.ts'
import { EMPTY_LINE, withLevel, withoutLines, withoutSent } from './line-state.ts'
import { createReturnedLines } from './returned-lines.ts'

const PLACE = { userId: 'ada', level: 3 } as const

let texts: Map<string, string>
let isFull: boolean
beforeEach(() => {
  texts = new Map()
  isFull = false
})

test('returns each line once, in the order in which the lines failed', () => {
  const { lines } = openPage()
  for (const text of ['first', 'second', 'third']) lines.put(PLACE, line(text))
  expect(lines.take(PLACE)).toEqual(line('first'))
  lines.put(PLACE, line('fourth'))
  expect([1, 2, 3, 4].map(() => lines.take(PLACE))).toEqual([
    line('second'),
    line('third'),
    line('fourth'),
    null,
  ])
  expect(texts.size).toBe(0)
})

test('has a separate queue for each level and user', () => {
  const { lines } = openPage()
  lines.put(PLACE, line('first'))
  const others = [
    { ...PLACE, level: 4 },
    { ...PLACE, userId: 'eve' },
  ] as const
  for (const other of others) expect([lines.has(other), lines.take(other)]).toEqual([false, null])
  expect(lines.has(PLACE)).toBe(true)
})

test('keeps lines after a reload, and adds to them', () => {
  openPage().lines.put(PLACE, line('first'))
  const { lines } = openPage()
  expect(lines.has(PLACE)).toBe(true)
  lines.put(PLACE, line('second'))
  expect([lines.take(PLACE), lines.take(PLACE)]).toEqual([line('first'), line('second')])
  expect(openPage().lines.has(PLACE)).toBe(false)
})

test('returns a line in only one window', () => {
  const [one, two] = [openPage('tab 1').lines, openPage('tab 2').lines]
  one.put(PLACE, line('first'))
  expect([two.take(PLACE), one.take(PLACE)]).toEqual([line('first'), null])
})

test('does not change the draft of the open line', () => {
  const { lines, drafts } = openPage()
  const typed = { userId: 'ada', form: 'quick', taskId: 3 } as const
  drafts.write(drafts.keyOf(typed), line('typed'))
  lines.put(PLACE, line('first'))
  expect(lines.take(PLACE)).toEqual(line('first'))
  expect(drafts.find(typed, EMPTY_LINE).chosen?.edits).toEqual(line('typed'))
})

test('removes sent text from the draft of a closed line, and keeps what was typed after it', () => {
  const { lines, drafts } = openPage()
  const typed = { userId: 'ada', form: 'quick', taskId: 3 } as const
  const draft = () => drafts.find(typed, EMPTY_LINE).chosen?.edits
  const send = () => lines.changeDraft(PLACE, (now) => withoutSent(now, 'sent'))
  drafts.write(drafts.keyOf(typed), line('sent and typed'))
  send()
  expect(draft()).toEqual(line(' and typed'))
  drafts.write(drafts.keyOf(typed), line('sent'))
  send()
  expect([draft(), texts.size]).toEqual([undefined, 0])
})

test('removes sent lines, unless other lines have been pasted in the meantime', () => {
  const sent = ['Call Ann', 'Buy milk']
  const now = editField(NO_EDITS, EMPTY_LINE, 'lines', sent)
  expect(withoutLines(now, sent)).toEqual(NO_EDITS)
  expect(withoutLines(now, ['Print menus', 'Buy milk'])).toEqual(now)
})

test('keeps lines in memory while the browser can’t store them', () => {
  const { lines } = openPage()
  lines.put(PLACE, line('first'))
  isFull = true
  lines.put(PLACE, line('second'))
  lines.put(PLACE, line('third'))
  isFull = false
  lines.put(PLACE, line('fourth'))
  expect([1, 2, 3, 4, 5].map(() => lines.take(PLACE))).toEqual([
    line('first'),
    line('second'),
    line('third'),
    line('fourth'),
    null,
  ])
  isFull = true
  lines.put(PLACE, line('fifth'))
  expect([lines.has(PLACE), lines.take(PLACE), lines.take(PLACE)]).toEqual([true, line('fifth'), null])
})

test('signing out deletes the lines', () => {
  const { lines, storage } = openPage()
  lines.put(PLACE, line('first'))
  forgetDrafts('ada', 1000, () => storage)
  expect(lines.has(PLACE)).toBe(false)
})

test('reports every change', () => {
  const { lines } = openPage()
  let calls = 0
  lines.changes.subscribe(() => calls++)
  lines.put(PLACE, line('first'))
  lines.take(PLACE)
  lines.take(PLACE)
  expect(calls).toBe(2)
})

test.each([
  ['Call Ann', 'Call Ann', NO_EDITS],
  ['Call AnnBuy milk', 'Call Ann', line('Buy milk')],
  ['Call Anna tomorrow', 'Call Bob', line('Call Anna tomorrow')],
  ['Call', 'Call Ann', line('Call')],
])('%j without the sent text %j keeps what was typed afterwards', (now, sent, rest) => {
  expect(withoutSent(line(now), sent)).toEqual(rest)
})

test('removing the sent text of a line keeps the removed chips of the rest', () => {
  const excluded = [
    { start: 5, end: 8 },
    { start: 13, end: 21 },
  ]
  const now = editField(line('Call fri Buy tomorrow'), EMPTY_LINE, 'excluded', excluded)
  const rest = editField(line(' Buy tomorrow'), EMPTY_LINE, 'excluded', [{ start: 5, end: 13 }])
  expect(withoutSent(now, 'Call fri')).toEqual(rest)
})

test('a level chosen instead of a full one comes back with a line that couldn’t be added', () => {
  const chosen = withLevel(line('Call Ann'), undefined, 3)
  expect(withoutSent(chosen, 'Call Ann')).toEqual(NO_EDITS)
  openPage().lines.put(PLACE, chosen)
  expect(openPage().lines.take(PLACE)?.mine).toEqual({ text: 'Call Ann', level: 3 })
})

test('a level chosen instead of a full one stays in the draft', () => {
  const { drafts } = openPage()
  const typed = { userId: 'ada', form: 'quick', taskId: 3 } as const
  drafts.write(drafts.keyOf(typed), withLevel(NO_EDITS, undefined, 4))
  expect(openPage().drafts.find(typed, EMPTY_LINE).chosen?.edits.mine).toEqual({ level: 4 })
})

test('a level chosen instead of a typed one replaces it in the text', () => {
  const now = editField(line('Call p2 fri'), EMPTY_LINE, 'excluded', [{ start: 8, end: 11 }])
  const { mine } = withLevel(now, { start: 5, end: 7 }, 10)
  expect(mine).toEqual({ text: 'Call p10 fri', excluded: [{ start: 9, end: 12 }] })
})

function line(text: string) {
  return editField(NO_EDITS, EMPTY_LINE, 'text', text)
}

function openPage(tabId = 'tab') {
  const storage = {
    get length() {
      return texts.size
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('full')
      texts.set(key, text)
    },
    removeItem: (key: string) => void texts.delete(key),
    clear: () => texts.clear(),
  }
  const drafts = createDraftStore({ storage: () => storage, now: () => 1000, tabId })
  return { drafts, storage, lines: createReturnedLines(drafts) }
}

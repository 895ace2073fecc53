import { expect, it } from 'vitest'

import { lastHere } from './words.ts'

const TODAY = Temporal.PlainDate.from('2026-11-20')

it.each([
  ['2026-11-20T06:20', 'Last here 6:20 AM', 'Last here 6:20 AM'],
  ['2026-11-19T18:20', 'Last here yesterday, 6:20 PM', 'Last here yesterday'],
  ['2026-11-15T18:20', 'Last here Nov 15, 6:20 PM', 'Last here Nov 15'],
])('names the day of the last visit at %s, including on narrow screens', (at, text, short) => {
  const time = Temporal.ZonedDateTime.from(`${at}[Europe/Berlin]`)
  expect(lastHere(time, TODAY).replaceAll('\u202F', ' ')).toBe(text)
  expect(lastHere(time, TODAY, true).replaceAll('\u202F', ' ')).toBe(short)
})

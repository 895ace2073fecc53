import { describe, expect, it } from 'vitest'

import { createDueReader } from './due-text.ts'

type Case = [text: string, stored: string | null]

const readers = new Map<string, ReturnType<typeof createDueReader>>()

/** Wednesday, November 25, 2026, 15:30. */
const NOW = '2026-11-25T15:30[Europe/Berlin]'

function read(text: string, { now = NOW, locale = 'en-US' } = {}): string | null {
  const reader = readers.get(locale) ?? createDueReader(locale)
  readers.set(locale, reader)
  const { date } = reader(text, Temporal.ZonedDateTime.from(now))
  if (date instanceof Temporal.PlainDateTime) return date.toString({ smallestUnit: 'minute' })
  return date && date.toString()
}

/** Runs a table in several zones at the same wall-clock time. */
function table(title: string, cases: readonly Case[], clock = NOW.slice(0, 16), locale = 'en-US') {
  describe.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
    `${title}, at ${clock} in %s`,
    (zone) => {
      it.each(cases)('reads %j as %s', (text, stored) => {
        expect(read(text, { now: `${clock}[${zone}]`, locale })).toBe(stored)
      })
    },
  )
}

table('dates with dots have the day first', [
  ['11.12.2026', '2026-12-11'],
  ['3.4.2027', '2027-04-03'],
  ['24.12.', '2026-12-24'],
  ['24.12', '2026-12-24'],
  ['5.1.', '2027-01-05'],
  ['05.01.2027', '2027-01-05'],
  ['24. 12. 2026', '2026-12-24'],
  ['24.12. 2026', '2026-12-24'],
  ['24.12.26', '2026-12-24'],
  ['24.12. at 9', '2026-12-24T09:00'],
  ['24.12. 17:30', '2026-12-24T17:30'],
  ['24.12., 5pm', '2026-12-24T17:00'],
  ['24.12.2026 at 17.30', '2026-12-24T17:30'],
  ['25.11.', '2026-11-25'],
  ['24.11.', '2027-11-24'],
  ['24.11.2026', '2026-11-24'],
  ['12.24.2026', null],
  ['12.13.', null],
  ['31.4.2027', null],
  ['0.12.2026', null],
  ['11.12.202', null],
  ['1.2.3', null],
])

const SLASHES: readonly [text: string, en: string | null, gb: string | null][] = [
  ['4/3', '2027-04-03', '2027-03-04'],
  ['4/3/2027', '2027-04-03', '2027-03-04'],
  ['4-3-2027', '2027-04-03', '2027-03-04'],
  ['12-11', '2026-12-11', '2027-11-12'],
  ['12/11/26', '2026-12-11', null],
  ['13/4', null, '2027-04-13'],
  ['4/13', '2027-04-13', null],
  ['25/12/2026', null, '2026-12-25'],
  ['12/25/2026 at 9am', '2026-12-25T09:00', null],
  ['4/3/27 17:00', '2027-04-03T17:00', '2027-03-04T17:00'],
  ['4/3-2027', null, null],
  ['0/4', null, null],
  ['12/2026', null, null],
]
table(
  'slashes and dashes in en-US',
  SLASHES.map(([text, en]): Case => [text, en]),
)
for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'pt-BR', 'ar-EG', 'fi-FI'])
  table(
    `slashes and dashes in ${locale}`,
    SLASHES.map(([text, , gb]): Case => [text, gb]),
    undefined,
    locale,
  )
for (const locale of ['ja-JP', 'ko-KR', 'zh-CN', 'hu-HU'])
  table(
    `slashes in ${locale}`,
    [
      ['12/24', '2026-12-24'],
      ['24/12', null],
    ],
    undefined,
    locale,
  )

for (const locale of ['en-US', 'en-GB', 'ja-JP'])
  table(
    `ISO dates in ${locale}`,
    [
      ['2027-03-04', '2027-03-04'],
      ['2027-3-4', '2027-03-04'],
      ['2027/03/04', '2027-03-04'],
      ['2027-03-04 9:30', '2027-03-04T09:30'],
      ['2024-12-26', '2024-12-26'],
      ['2027-13-04', null],
    ],
    undefined,
    locale,
  )

table('two-digit years', [
  ['26.12.24', null],
  ['12 Dec 14', null],
  ['26.12.27', '2027-12-26'],
  ['12 Dec 26', '2026-12-12'],
  ['12 Dec 46', '2046-12-12'],
  ['12 Dec 47', null],
  ["12 Dec '30", '2030-12-12'],
  ['Dec 12, 28', '2028-12-12'],
  ['1.2.26', null],
  ['12-Dec-28', '2028-12-12'],
  ['12 Dec 99', null],
  ['12 Dec 14:00', '2026-12-12T14:00'],
])

table('the next occurrence of a date without a year', [
  ['5 Jan', '2027-01-05'],
  ['Nov 24', '2027-11-24'],
  ['25 November', '2026-11-25'],
  ['29 Feb', '2028-02-29'],
  ['Feb 29 at 9', '2028-02-29T09:00'],
  ['29.2.', '2028-02-29'],
  ['2/29', '2028-02-29'],
  ['29 Feb 2027', null],
  ['30 Feb', null],
  ['25 Nov at 15:00', '2027-11-25T15:00'],
  ['friday', '2026-11-27'],
  ['wednesday', '2026-11-25'],
  ['wednesday at 15:00', '2026-12-02T15:00'],
  ['next week', '2026-12-02'],
  ['friday next week', '2026-12-04'],
  ['next week on monday at 9', '2026-11-30T09:00'],
  ['March', '2027-03-01'],
  ['March 2024', null],
  ['24 November 2026', '2026-11-24'],
])
table(
  'the leap day',
  [
    ['29 Feb', '2032-02-29'],
    ['Tue 29 Feb', null],
    ['Sun 29 Feb', '2032-02-29'],
    ['29 Feb 2028', '2028-02-29'],
  ],
  '2028-03-05T12:00',
)
table('the leap day', [['29 Feb', '2028-02-29']], '2028-02-29T23:59')
table('the leap day', [['29 Feb', '2104-02-29']], '2096-03-01T00:00')

table('a weekday with a date', [
  ['Friday 30 Nov', null],
  ['Monday 30 Nov', '2026-11-30'],
  ['30 Nov, Monday', '2026-11-30'],
  ['30 Nov (Fri)', null],
  ['Fri Nov 27 at 9', '2026-11-27T09:00'],
  ['Tue, 24.12.', null],
  ['Thu 24.12.', '2026-12-24'],
  ['Mon 12/24', null],
  ['Sat 2026-12-12', '2026-12-12'],
  ['Sun 2026-12-12', null],
  ['Tue, Nov 24, 2026', '2026-11-24'],
  ['Mon, Nov 24, 2026', null],
  ['Tue, Nov 24', null],
])

table('a weekday with a number', [
  ['Mon 14', '2026-12-14'],
  ['Mon 14th', '2026-12-14'],
  ['Monday the 14th', '2026-12-14'],
  ['14 Mon', '2026-12-14'],
  ['Mon, 14.', '2026-12-14'],
  ['Mon 14 at 9', '2026-12-14T09:00'],
  ['Mon 14 9am', '2026-12-14T09:00'],
  ['Fri 27', '2026-11-27'],
  ['Wed 25', '2026-11-25'],
  ['Wed 25 at 9:00', null],
  ['Sat 21', null],
  ['Sun 31', '2027-01-31'],
  ['Tue 25', '2027-05-25'],
  ['Wed 26', null],
  ['Mon 32', null],
  ['Mon 0', null],
  ['Mon 14:00', '2026-11-30T14:00'],
  ['Mon at 14', '2026-11-30T14:00'],
])

table('bare hours', [
  ['today at 5', '2026-11-25T17:00'],
  ['at 5', '2026-11-25T17:00'],
  ['at 3', '2026-11-26T15:00'],
  ['today at 3', null],
  ['today at 9', '2026-11-25T21:00'],
  ['today 9', '2026-11-25T21:00'],
  ['9 today', '2026-11-25T21:00'],
  ['today at 9am', null],
  ['today at 9:00', null],
  ['today at 09', null],
  ['today at 12', '2026-11-26T00:00'],
  ['today at 16', '2026-11-25T16:00'],
  ['today at 15', null],
  ['at 9', '2026-11-26T09:00'],
  ['at 05:00', '2026-11-26T05:00'],
  ['at 5 am', '2026-11-26T05:00'],
  ["5 o'clock", '2026-11-25T17:00'],
  ['tomorrow at 1', '2026-11-26T13:00'],
  ['tomorrow at 6', '2026-11-26T18:00'],
  ['tomorrow at 7', '2026-11-26T07:00'],
  ['tomorrow at 12', '2026-11-26T12:00'],
  ['tomorrow 5', '2026-11-26T17:00'],
  ['tomorrow at 05:00', '2026-11-26T05:00'],
  ['friday at 5', '2026-11-27T17:00'],
  ['wednesday at 9', '2026-12-02T09:00'],
  ['next friday at 4', '2026-12-04T16:00'],
  ['in 3 days at 2', '2026-11-28T14:00'],
  ['12 Dec at 5', '2026-12-12T17:00'],
  ['tomorrow morning at 5', '2026-11-26T05:00'],
  ['at 5 in the morning', '2026-11-26T05:00'],
  ['tomorrow at 5 in the morning', '2026-11-26T05:00'],
  ['tomorrow evening at 8', '2026-11-26T20:00'],
  ['friday evening 8', '2026-11-27T20:00'],
  ['friday night 12', '2026-11-28T00:00'],
  ['friday evening 27 Nov', '2026-11-27'],
  ['friday 9 in the morning', '2026-11-27T09:00'],
  ['Mon 14 in the morning', '2026-12-14'],
  ['evening in 3 days', '2026-11-28'],
  ['in the morning, next friday', '2026-12-04'],
  ['this evening at 8', '2026-11-25T20:00'],
  ['this afternoon at 4', '2026-11-25T16:00'],
  ['this afternoon at 3', null],
  ['tomorrow afternoon at 11', null],
  ['tomorrow afternoon at 18:00', null],
  ['some day', null],
  ['tomorrow morning at 15:00', null],
])

table('tonight and midnight', [
  ['tonight at 12', '2026-11-26T00:00'],
  ['tonight 12', '2026-11-26T00:00'],
  ['tonight at midnight', '2026-11-26T00:00'],
  ['today at midnight', '2026-11-26T00:00'],
  ['midnight today', '2026-11-26T00:00'],
  ['midnight', '2026-11-26T00:00'],
  ['tomorrow at midnight', '2026-11-27T00:00'],
  ['friday midnight', '2026-11-28T00:00'],
  ['24.12. at midnight', '2026-12-25T00:00'],
  ['friday night at 12', '2026-11-28T00:00'],
  ['tonight at 1', '2026-11-26T01:00'],
  ['tonight at 3:59', '2026-11-26T03:59'],
  ['tonight at 4', null],
  ['tonight at 5', null],
  ['tonight at 6', '2026-11-25T18:00'],
  ['tonight at 11', '2026-11-25T23:00'],
  ['tonight at 17:59', null],
  ['tonight at 8:15', '2026-11-25T20:15'],
  ['tonight at 2am', '2026-11-26T02:00'],
  ['tonight at 7am', null],
  ['8pm tonight', '2026-11-25T20:00'],
  ['tomorrow night at 1', '2026-11-27T01:00'],
  ['tonight', '2026-11-25T20:00'],
])
table(
  'tonight after midnight',
  [
    ['tonight at 2', '2026-11-25T02:00'],
    ['tonight at 9', '2026-11-25T21:00'],
    ['tonight at 12', '2026-11-26T00:00'],
    ['midnight', '2026-11-26T00:00'],
    ['today at midnight', '2026-11-26T00:00'],
    ['today at 5', '2026-11-25T17:00'],
    ['tomorrow', '2026-11-26'],
  ],
  '2026-11-25T00:30',
)
table(
  'late in the evening',
  [
    ['today at 11', null],
    ['tonight at 11', null],
    ['tonight at 12', '2026-11-26T00:00'],
    ['today at 12', '2026-11-26T00:00'],
    ['at 11', '2026-11-26T11:00'],
    ['tonight at 1', '2026-11-26T01:00'],
    ['midnight', '2026-11-26T00:00'],
    ['23:59', '2026-11-25T23:59'],
    ['23:58', '2026-11-26T23:58'],
  ],
  '2026-11-25T23:59',
)

table('hours with h, durations and parts', [
  ['17h', '2026-11-25T17:00'],
  ['17 h', '2026-11-25T17:00'],
  ['17h30', '2026-11-25T17:30'],
  ['9h', '2026-11-26T09:00'],
  ['5h', '2026-11-26T05:00'],
  ['tomorrow 9h', '2026-11-26T09:00'],
  ['tomorrow at 17 h', '2026-11-26T17:00'],
  ['17h tomorrow', '2026-11-26T17:00'],
  ['24h', null],
  ['36 h', null],
  ['in 17 h', '2026-11-26T08:30'],
  ['in 17h', '2026-11-26T08:30'],
  ['in 2 hours', '2026-11-25T17:30'],
  ['in half an hour', '2026-11-25T16:00'],
  ['in 1.5 hours', '2026-11-25T17:00'],
  ['half day', null],
  ['half a day', null],
  ['in half a day', null],
  ['in half a week', null],
  ['half-day', null],
  ['half a month', null],
  ['a day and a half', null],
  ['in 1.5 days', null],
  ['in 0,5 weeks', null],
  ['1/2 day', null],
  ['½ day', null],
])

const WEEKENDS: readonly [now: string, text: string, stored: string][] = [
  ['2026-11-27', 'this weekend', '2026-11-28'],
  ['2026-11-28', 'this weekend', '2026-11-28'],
  ['2026-11-29', 'this weekend', '2026-11-29'],
  ['2026-11-30', 'this weekend', '2026-12-05'],
  ['2026-11-29', 'weekend', '2026-11-29'],
  ['2026-11-29', 'next weekend', '2026-12-05'],
  ['2026-11-28', 'next weekend', '2026-12-05'],
]
it.each(WEEKENDS)('on %s, reads %j as %s', (day, text, stored) => {
  expect(read(text, { now: `${day}T12:00[Europe/Berlin]` })).toBe(stored)
})

table('digits in any script', [
  ['２４.１２.', '2026-12-24'],
  ['٢٤.١٢.٢٠٢٦', '2026-12-24'],
  ['२०२७-०३-०४', '2027-03-04'],
  ['tomorrow １７：３０', '2026-11-26T17:30'],
  ['in ৩ days', '2026-11-28'],
  ['๑๒ Dec', '2026-12-12'],
  ['Mon 𝟏𝟒', '2026-12-14'],
  ['at ۵', '2026-11-25T17:00'],
  ['１２／２４', '2026-12-24'],
])

table('text with marks of its direction', [
  ['\u200e24.\u200e12.\u200e2026', '2026-12-24'],
  ['\u200f2026-12-24', '2026-12-24'],
  ['\u2067tomorrow\u2069 at 5 pm', '2026-11-26T17:00'],
])

describe('a weekday that contradicts the date', () => {
  it.each([
    ['Friday 30 Nov', 'en-US', '2026-11-30'],
    ['Tue, Nov 24', 'en-US', '2027-11-24'],
    ['Mo., 24. Dez.', 'de-DE', '2026-12-24'],
    ['Sun 24.12.2026 at 9', 'en-GB', '2026-12-24'],
  ])('yields no date for %j in %s, but reports %s', (text, locale, day) => {
    const { date, otherDay } = createDueReader(locale)(text, Temporal.ZonedDateTime.from(NOW))
    expect([date, otherDay?.toString()]).toEqual([null, day])
  })
})

/** On these nights the clock skips or repeats an hour. */
const NIGHTS: readonly [now: string, text: string, stored: string | null][] = [
  ['2026-03-28T23:30[Europe/Berlin]', 'tonight at 2', '2026-03-29T02:00'],
  ['2026-03-28T23:30[Europe/Berlin]', 'tonight at 12', '2026-03-29T00:00'],
  ['2026-03-29T03:10[Europe/Berlin]', 'at 02:45', '2026-03-30T02:45'],
  ['2026-03-28T10:00[Europe/Berlin]', 'in 17 h', '2026-03-29T04:00'],
  ['2026-10-25T02:30+02:00[Europe/Berlin]', 'at 02:45', '2026-10-25T02:45'],
  ['2026-10-25T02:30+01:00[Europe/Berlin]', 'at 02:45', '2026-10-26T02:45'],
  ['2026-10-25T02:30+01:00[Europe/Berlin]', 'today at 3', '2026-10-25T15:00'],
  ['2026-09-05T23:30[America/Santiago]', 'midnight', '2026-09-06T00:00'],
  ['2026-09-06T01:30[America/Santiago]', 'midnight', '2026-09-07T00:00'],
  ['2026-11-01T01:30-05:00[America/New_York]', 'Sunday', '2026-11-01'],
  ['2026-12-31T23:59[Pacific/Apia]', 'tomorrow at 5', '2027-01-01T17:00'],
  ['2026-12-31T23:59[Pacific/Apia]', 'Thu 31', '2026-12-31'],
  ['2026-01-31T09:00[UTC]', 'in 1 month and 1 day', '2026-03-01'],
  ['2026-01-31T09:00[UTC]', 'in a month and 2 hours', '2026-02-28T11:00'],
  ['2026-01-31T09:00[UTC]', 'in one month and one day', '2026-03-01'],
  ['2026-01-31T09:00[UTC]', '1 month and 1 day from now', '2026-03-01'],
  ['2026-11-20T09:00[UTC]', '1 year 6 months from now', '2028-05-20'],
  ['2026-11-20T09:00[UTC]', '2 months 3 days later', '2027-01-23'],
  ['2026-12-31T09:00[UTC]', 'in 1 year, 2 months and 1 week', '2028-03-07'],
]
it.each(NIGHTS)('at %s, reads %j as %s', (now, text, stored) => {
  expect(read(text, { now })).toBe(stored)
})

import { describe, expect, it, vi } from 'vitest'

import { createDateFormats } from './dates.ts'

const LOCALES = ['en-US', 'de-DE', 'ja-JP'] as const
const today = Temporal.PlainDate.from('2026-11-19')
const day = Temporal.PlainDate.from('2026-11-20')
const other = Temporal.PlainDate.from('2027-01-02')
const morning = Temporal.PlainDateTime.from('2026-11-20T09:05')

type Formats = ReturnType<typeof createDateFormats>

const CASES: [name: string, format: (formats: Formats) => string, texts: [string, string, string]][] = [
  ['a day', (f) => f.mediumDay(day), ['Nov 20, 2026', '20. Nov. 2026', '2026年11月20日']],
  ['a day of this year', (f) => f.shortDay(day, today), ['Nov 20', '20. Nov.', '11月20日']],
  ['a day of another year', (f) => f.shortDay(other, today), ['Jan 2, 2027', '2. Jan. 2027', '2027年1月2日']],
  [
    'a whole day',
    (f) => f.wholeDay(day),
    ['Friday, November 20, 2026', 'Freitag, 20. November 2026', '2026年11月20日金曜日'],
  ],
  [
    'a whole day of this year',
    (f) => f.wholeDay(day, today),
    ['Friday, November 20', 'Freitag, 20. November', '11月20日金曜日'],
  ],
  [
    'a whole date without a time',
    (f) => f.wholeDate(day),
    ['Friday, November 20, 2026', 'Freitag, 20. November 2026', '2026年11月20日金曜日'],
  ],
  [
    'a whole date with a time',
    (f) => f.wholeDate(morning),
    [
      'Friday, November 20, 2026 at 9:05 AM',
      'Freitag, 20. November 2026 um 09:05',
      '2026年11月20日金曜日 9:05',
    ],
  ],
  ['a time of day', (f) => f.time(morning), ['9:05 AM', '09:05', '9:05']],
  ['a time after noon', (f) => f.time(morning.add({ hours: 12 })), ['9:05 PM', '21:05', '21:05']],
  [
    'a week',
    (f) => f.dayRange(today.subtract({ days: 3 }), today.add({ days: 3 })),
    ['Nov 16 – 22', '16.–22. Nov.', '11/16～11/22'],
  ],
  [
    'a week across New Year',
    (f) => f.dayRange(Temporal.PlainDate.from('2026-12-28'), Temporal.PlainDate.from('2027-01-03')),
    ['Dec 28 – Jan 3', '28. Dez. – 3. Jan.', '12月28日 – 1月3日'],
  ],
  ['a month', (f) => f.month(day), ['November', 'November', '11月']],
  ['a short month', (f) => f.shortMonth(other), ['Jan', 'Jan', '1月']],
  ['a month of a year', (f) => f.monthOfYear(day), ['November 2026', 'November 2026', '2026年11月']],
  ['a year', (f) => f.year(day), ['2026', '2026', '2026年']],
  ['a weekday', (f) => f.weekday(day), ['Fri', 'Fr', '金']],
  ['a weekday’s letter', (f) => f.weekdayLetter(day), ['F', 'F', '金']],
]

describe.each(LOCALES.map((locale, index) => ({ locale, index })))('in $locale', ({ locale, index }) => {
  const formats = createDateFormats(locale)
  it.each(CASES)('formats %s', (_, format, texts) => {
    expect(format(formats).replaceAll(/\s/g, ' ')).toBe(texts[index])
  })
})

it('formats the day of any year from 1 to 9999, regardless of the machine’s time zone', () => {
  const { mediumDay } = createDateFormats('en-US')
  expect(mediumDay(Temporal.PlainDate.from('0099-05-01'))).toBe('May 1, 99')
  expect(mediumDay(Temporal.PlainDate.from('1582-10-10'))).toBe('Oct 10, 1582')
  expect(mediumDay(Temporal.PlainDate.from('9999-12-31'))).toBe('Dec 31, 9999')
})

it('uses the Gregorian calendar even if the locale has a different one', () => {
  expect(createDateFormats('th-TH').year(day)).toBe('2026')
})

it('shows an instant in the device’s time zone, which can change', () => {
  const { instant } = createDateFormats('en-US')
  const zone = vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue('Europe/Berlin')
  expect(instant(new Date('2026-11-19T11:30:00Z'))).toBe('Nov 19, 2026, 12:30 PM')
  zone.mockReturnValue('America/New_York')
  expect(instant(new Date('2026-11-19T11:30:00Z'))).toBe('Nov 19, 2026, 6:30 AM')
  zone.mockRestore()
})

it('shows only the time of an instant today', () => {
  const { instant } = createDateFormats('en-US')
  const noon = new Date(2026, 10, 19, 12, 30)
  expect(instant(noon, new Date(2026, 10, 19, 23, 0))).toBe('12:30 PM')
  expect(instant(noon, new Date(2026, 10, 20, 0, 30))).toBe('Nov 19, 2026, 12:30 PM')
  expect(instant(noon)).toBe('Nov 19, 2026, 12:30 PM')
})

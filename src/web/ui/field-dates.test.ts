import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createFieldDates } from './field-dates.ts'

const now = Temporal.ZonedDateTime.from('2026-11-23T12:00[UTC]')
const today = now.toPlainDate()

describe('showing a stored date', () => {
  it.each([
    ['2026-11-24T09:00', 'en-US', 'Tue, Nov 24, 9:00 AM'],
    ['2026-11-24', 'en-US', 'Tue, Nov 24'],
    ['2027-01-04T00:05', 'en-US', 'Mon, Jan 4, 2027, 12:05 AM'],
    ['2026-11-24T21:00', 'de-DE', 'Di., 24. Nov., 21:00'],
    ['2027-01-04', 'de-DE', 'Mo., 4. Jan. 2027'],
    ['2026-11-24T09:00', 'ja-JP', '11月24日(火) 9:00'],
    ['2027-01-04', 'ja-JP', '2027年1月4日(月)'],
  ])('shows %s in %s as %j', (stored, locale, text) => {
    expect(createFieldDates(locale).show(stored, now).replaceAll(/\s/g, ' ')).toBe(text)
  })

  it.each(['', 'when pigs fly', '2026-02-30'])('returns %j unchanged', (text) => {
    expect(createFieldDates('en-US').show(text, now)).toBe(text)
  })

  it('shows the year of a past date, because it is read only with its year', () => {
    const { show } = createFieldDates('en-US')
    expect(show('2026-11-22', now)).toBe('Sun, Nov 22, 2026')
    expect(show('2026-11-23', now)).toBe('Mon, Nov 23')
    expect(show('2026-11-23T11:59', now)).toBe('Mon, Nov 23, 2026, 11:59 AM')
    expect(show('2026-11-23T12:00', now)).toBe('Mon, Nov 23, 12:00 PM')
    expect(show('2026-11-22', now, false)).toBe('Sun, Nov 22')
    expect(show('2025-11-22', now, false)).toBe('Sat, Nov 22, 2025')
  })

  it('shows a time of day that the clock of a zone skips', () => {
    const { show } = createFieldDates('en-US')
    const berlin = Temporal.ZonedDateTime.from('2026-01-01T00:00[Europe/Berlin]')
    expect(show('2026-03-29T02:30', berlin)).toBe('Sun, Mar 29, 2:30 AM')
    expect(show('2026-10-25T00:30:00Z', berlin)).toBe('Sun, Oct 25, 2:30 AM')
    expect(show('2026-10-25T01:30:00Z', berlin)).toBe('Sun, Oct 25, 2:30 AM')
  })
})

describe('reading a shown date', () => {
  const days = fc.integer({ min: -40_000, max: 40_000 }).map((days) => today.add({ days }))
  const minutes = fc.option(fc.integer({ min: 0, max: 1439 }))
  const stored = fc.tuple(days, minutes).map(([day, minute]) => {
    if (minute === null) return day.toString()
    return day.toPlainDateTime().add({ minutes: minute }).toString({ smallestUnit: 'minute' })
  })

  it.each([
    'en-US',
    'en-GB',
    'de-DE',
    'fr-FR',
    'pt-BR',
    'ja-JP',
    'ko-KR',
    'zh-CN',
    'zh-TW',
    'ar-EG',
    'fa-IR',
    'th-TH',
  ])('returns the same date in %s', (locale) => {
    const fieldDates = createFieldDates(locale)
    fc.assert(
      fc.property(stored, (date) => {
        expect(read(fieldDates, fieldDates.show(date, now))).toBe(date)
      }),
    )
  })

  it.each([
    ['en-US', 'tue, nov 24, 9:00 am', '2026-11-24T09:00'],
    ['en-US', 'Tue, Nov 24, 12:00 AM', '2026-11-24T00:00'],
    ['en-US', 'Wed, Jan 6', '2027-01-06'],
    ['en-US', 'Tue, Jan 6', null],
    ['en-US', 'Tue, Nov 17', null],
    ['en-US', 'Wed, Nov 17', '2027-11-17'],
    ['en-US', 'Tue, Nov 17, 2026', '2026-11-17'],
    ['en-US', 'Fri, Nov 17, 2026', null],
    ['en-US', 'Mon, Nov 23, 11:59 AM', null],
    ['de-DE', 'Mi., 24. Nov.', null],
    ['de-DE', 'Di., 24. Nov., 10:15', '2026-11-24T10:15'],
    ['de-DE', 'Dienstag, 24. November, 10:15', '2026-11-24T10:15'],
    ['ja-JP', '11月24日(火) 10:15', '2026-11-24T10:15'],
  ])('in %s, reads %j as %s', (locale, text, date) => {
    expect(read(createFieldDates(locale), text)).toBe(date)
  })

  it.each([
    ['de-DE', '24. Nov.', '2026-11-24'],
    ['de-DE', '24. Januar', '2027-01-24'],
    ['de-DE', '24. Dez. 2028, 8:30', '2028-12-24T08:30'],
    ['de-DE', '24. Dez. 2022', '2022-12-24'],
    ['de-DE', '24. Dez. 22', null],
    ['de-DE', '29. Feb.', '2028-02-29'],
    ['ja-JP', '１１月２４日', '2026-11-24'],
    ['ja-JP', '2027年1月4日', '2027-01-04'],
    ['en-US', 'Nov 24', '2026-11-24'],
  ])('in %s, reads %j without a weekday as %s', (locale, text, date) => {
    expect(read(createFieldDates(locale), text)).toBe(date)
  })

  it.each([
    '',
    'soon',
    'Tue, Feb 30',
    'Tue, Nov 24, 25:00 AM',
    'Tue, Nov 24, 9:75 AM',
    'Tue, Nov 24, 13:00 PM',
    'Nov',
  ])('rejects %j', (text) => {
    expect(read(createFieldDates('en-US'), text)).toBeNull()
  })
})

function read(fieldDates: ReturnType<typeof createFieldDates>, text: string): string | null {
  const date = fieldDates.read(text, now)?.date
  if (!date) return null
  return date instanceof Temporal.PlainDateTime ? date.toString({ smallestUnit: 'minute' }) : date.toString()
}

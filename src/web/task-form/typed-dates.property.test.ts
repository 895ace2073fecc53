import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { readDate } from '#domain/tasks/due-date.ts'
import { isPast } from '#domain/tasks/typed-date/typed-date.ts'

import { createFieldDates } from '../ui/field-dates.ts'
import { createDueReader } from './due-text.ts'

const LOCALES = ['en-US', 'en-GB', 'de-DE', 'ja-JP', 'ar-EG']
const readers = new Map(LOCALES.map((locale) => [locale, createDueReader(locale)]))
const shown = new Map(LOCALES.map((locale) => [locale, createFieldDates(locale)]))

const WORDS =
  "today tomorrow tonight midnight noon eod at in on by this next last ago the half an a day week weekend month year hour h 17h 17 5 12 9am 9:30 23:59 00:00 Mon fri Friday Sat 14 29 31 Feb Nov Dec March 24.12. 24.11. 13/4 4/13 11-25 26 '27 morning evening night now EST CET days hours 3 1.5 , . / - : ２ ٣".split(
    ' ',
  )
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 250 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((parts) => parts.join(' ')),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((parts) => parts.join('')),
)
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Santiago',
]
const nows = fc
  .tuple(
    fc.date({ min: new Date('2026-01-01'), max: new Date('2033-01-01'), noInvalidDate: true }),
    fc.constantFrom(...ZONES),
  )
  .map(([date, zone]) => Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone))
const locales = fc.constantFrom(...LOCALES)
const RUNS = { numRuns: 3000 }

function read(text: string, now: Temporal.ZonedDateTime, locale: string): string | null {
  const date = readers.get(locale)?.(text, now).date ?? null
  if (date instanceof Temporal.PlainDateTime) return date.toString({ smallestUnit: 'minute' })
  return date && date.toString()
}

it('returns nothing or a date that can be stored and read, whatever the text', () => {
  fc.assert(
    fc.property(texts, nows, locales, (text, now, locale) => {
      const stored = read(text, now, locale) ?? '2026-11-25'
      expect(stored).toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/)
      expect(readDate(stored, now.timeZoneId)).not.toBeNull()
    }),
    RUNS,
  )
})

it('never returns a past date for text without a year', () => {
  fc.assert(
    fc.property(texts, nows, locales, (text, now, locale) => {
      fc.pre(!/\p{Nd}{3,}/u.test(text.normalize('NFKC')))
      const stored = read(text, now, locale)
      const date = stored === null ? null : readDate(stored, now.timeZoneId)
      expect(date !== null && isPast(date, now)).toBe(false)
    }),
    RUNS,
  )
})

it('reads a stored date as the same date', () => {
  fc.assert(
    fc.property(texts, nows, locales, (text, now, locale) => {
      const stored = read(text, now, locale)
      fc.pre(stored !== null)
      expect(read(stored, now, locale)).toBe(stored)
    }),
    { numRuns: 300 },
  )
})

it('reads back every date that the field shows, past or not', () => {
  const minutes = fc.integer({ min: -2_000_000, max: 2_000_000 })
  fc.assert(
    fc.property(minutes, fc.boolean(), nows, locales, (minutes, hasTime, now, locale) => {
      const date = now.toPlainDateTime().add({ minutes })
      const stored = hasTime ? date.toString({ smallestUnit: 'minute' }) : date.toPlainDate().toString()
      expect(read(shown.get(locale)?.show(stored, now) ?? '', now, locale)).toBe(stored)
    }),
    RUNS,
  )
})

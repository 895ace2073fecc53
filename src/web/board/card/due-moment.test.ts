import { expect, test } from 'vitest'

import { dueLabel, readDate } from '#domain/tasks/due-date.ts'

import { createDateFormats } from '../../ui/dates.ts'
import { dueMoment } from './due-moment.ts'

const TODAY = Temporal.PlainDate.from('2026-11-26')

function momentOf(dueDate: string, locale = 'en-US', zone = 'Europe/Berlin'): string | null {
  const date = readDate(dueDate, zone)
  if (!date) throw new Error(`${dueDate} is not a date.`)
  return dueMoment(date, dueLabel(dueDate, TODAY, zone), TODAY, createDateFormats(locale))
}

test.each([
  ['2026-11-27T17:00', 'Fri, Nov 27, 5:00 PM'],
  ['2026-11-27', 'Fri, Nov 27'],
  ['2026-11-26T00:00', 'Thu, Nov 26, 12:00 AM'],
  ['2026-11-19T09:05', 'Thu, Nov 19, 9:05 AM'],
  ['2025-12-31', 'Wed, Dec 31, 2025'],
  ['2026-12-20T17:00', '5:00 PM'],
  ['2026-12-20', null],
])('the label of the due date %s is followed by: %s', (dueDate, text) => {
  // Some versions of ICU put a narrow no-break space before AM and PM.
  expect(momentOf(dueDate)?.replaceAll('\u202F', ' ') ?? null).toBe(text)
})

test('uses the locale and the time zone of the viewer', () => {
  expect(momentOf('2026-11-27T17:00', 'de-DE')).toBe('Fr, 27. Nov., 17:00')
  expect(momentOf('2026-11-27T22:30:00Z', 'de-DE', 'Europe/Berlin')).toBe('Fr, 27. Nov., 23:30')
  expect(momentOf('2026-11-27T23:30:00Z', 'de-DE', 'Europe/Berlin')).toBe('Sa, 28. Nov., 00:30')
})

import { beforeEach, describe, expect, it, vi } from 'vitest'

import { readDueText } from './due-text.ts'

const at = (text: string) => Temporal.ZonedDateTime.from(text)
/** A Friday. */
const now = at('2026-11-20T15:00[America/New_York]')

describe('on Friday, November 20, 2026 at 3 PM', () => {
  it.each([
    ['today', '2026-11-20'],
    ['tomorrow', '2026-11-21'],
    ['Tomorrow at 9 AM', '2026-11-21T09:00'],
    ['9am tomorrow', '2026-11-21T09:00'],
    ['tomorrow noon', '2026-11-21T12:00'],
    ['tomorrow 17:45', '2026-11-21T17:45'],
    ['TOMORROW', '2026-11-21'],
    ['  tomorrow ', '2026-11-21'],
    ['tmrw', '2026-11-21'],
    ['tomorrow morning', '2026-11-21'],
    ['day after tomorrow', '2026-11-22'],
    ['the day after tomorrow at 9 AM', '2026-11-22T09:00'],
    ['in 3 days', '2026-11-23'],
    ['3 days', '2026-11-23'],
    ['in a week', '2026-11-27'],
    ['in two weeks', '2026-12-04'],
    ['next week', '2026-11-27'],
    ['next month', '2026-12-20'],
    ['next year', '2027-11-20'],
    ['next month at 9am', '2026-12-20T09:00'],
    ['end of month', '2026-11-30'],
    ['12 Dec', '2026-12-12'],
    ['Dec 12', '2026-12-12'],
    ['12th of December', '2026-12-12'],
    ['12 Dec 2027', '2027-12-12'],
    ['Dec 12, 2026 at 5:30 pm', '2026-12-12T17:30'],
    ['31 Dec at 11:59pm', '2026-12-31T23:59'],
    ['12/1', '2026-12-01'],
    ['12/25/2026', '2026-12-25'],
    ['2026/12/01', '2026-12-01'],
    ['10 - 12 Dec', '2026-12-12'],
  ])('%j is %s', (text, stored) => {
    expect(readDueText(text, now)).toBe(stored)
  })

  it.each([
    ['tomorrow 9', '2026-11-21T09:00'],
    ['Tomorrow 09', '2026-11-21T09:00'],
    ['tmrw 0', '2026-11-21T00:00'],
    ['9 tomorrow', '2026-11-21T09:00'],
    ['day after tomorrow 9', '2026-11-22T09:00'],
    ['today 16', '2026-11-20T16:00'],
    ['tomorrow 24', null],
    ['tomorrow 99', null],
    ['Friday 9', '2027-04-09'],
    ['12 Dec 9', null],
    ['eod', '2026-11-20T17:00'],
    ['by EOD', '2026-11-20T17:00'],
    ['end of day', '2026-11-20T17:00'],
    ['by the end of the day', '2026-11-20T17:00'],
    ['eod tomorrow', '2026-11-21T17:00'],
    ['tomorrow eod', '2026-11-21T17:00'],
    ['Monday end of day', '2026-11-23T17:00'],
    ['eod 12 Dec', '2026-12-12T17:00'],
    ['eod tomorrow at 9', null],
    ['call Ann eod', null],
    ['period', null],
    ['tonight', '2026-11-20T20:00'],
    ['due tonight', '2026-11-20T20:00'],
    ['tonight 9', '2026-11-20T21:00'],
    ['9 tonight', '2026-11-20T21:00'],
    ['tonight at 7:30', '2026-11-20T19:30'],
    ['tonight at midnight', '2026-11-21T00:00'],
    ['tonight at 7am', null],
    ['call Ann tonight', null],
  ])('reads the shorthand %j as %s', (text, stored) => {
    expect(readDueText(text, now)).toBe(stored)
  })

  it.each([
    ['Friday', '2026-11-20'],
    ['friday at 5pm', '2026-11-20T17:00'],
    ['friday 9am', '2026-11-27T09:00'],
    ['this friday', '2026-11-20'],
    ['next friday', '2026-11-27'],
    ['by Friday', '2026-11-20'],
    ['Thursday', '2026-11-26'],
    ['thu', '2026-11-26'],
    ['Saturday', '2026-11-21'],
    ['monday 9:30', '2026-11-23T09:30'],
    ['next tuesday at 14:00', '2026-11-24T14:00'],
    ['5pm', '2026-11-20T17:00'],
    ['at 9', '2026-11-21T09:00'],
    ['2:59 pm', '2026-11-21T14:59'],
    ['noon', '2026-11-21T12:00'],
    ['midnight', '2026-11-21T00:00'],
    ['20 Nov', '2026-11-20'],
    ['20 Nov at 9am', '2027-11-20T09:00'],
    ['20 Nov at 9', '2026-11-20T21:00'],
    ['19 Nov', '2027-11-19'],
    ['March', '2027-03-01'],
    ['1 March', '2027-03-01'],
  ])('reads %j as the next such day, %s', (text, stored) => {
    expect(readDueText(text, now)).toBe(stored)
  })

  it.each([
    ['19 Nov 2026', '2026-11-19'],
    ['Nov 20, 2026 at 9am', '2026-11-20T09:00'],
    ['2024-03-03', '2024-03-03'],
  ])('keeps %j in the past because the text names its year: %s', (text, stored) => {
    expect(readDueText(text, now)).toBe(stored)
  })

  it.each(['yesterday', 'last friday', '3 days ago', 'last month', 'last night', 'today at 9am'])(
    'rejects %j, which is in the past',
    (text) => {
      expect(readDueText(text, now)).toBeNull()
    },
  )

  it.each([
    ['2026-12-01', '2026-12-01'],
    ['2026-12-01T09:30', '2026-12-01T09:30'],
    ['2026-12-01 09:30', '2026-12-01T09:30'],
    ['2026-12-01T09:30:59', '2026-12-01T09:30'],
    ['2026-12-01T09:30Z', '2026-12-01T04:30'],
    ['2026-12-01T09:30+05:30', '2026-11-30T23:00'],
    ['2028-02-29', '2028-02-29'],
  ])('reads the ISO date %s as %s', (text, stored) => {
    expect(readDueText(text, now)).toBe(stored)
  })

  it.each([
    ['in 2 hours', '2026-11-20T17:00'],
    ['in 90 minutes', '2026-11-20T16:30'],
    ['in half an hour', '2026-11-20T15:30'],
    ['in 12 hours', '2026-11-21T03:00'],
    ['2 hours after 5pm', '2026-11-20T19:00'],
    ['now', '2026-11-20T15:00'],
    ['5pm EST', '2026-11-20T17:00'],
    ['5pm CET', '2026-11-21T11:00'],
    ['tomorrow at 5pm PST', '2026-11-21T20:00'],
  ])('reads the instant %j as %s in the time zone', (text, stored) => {
    expect(readDueText(text, now)).toBe(stored)
  })

  it.each([
    '',
    ' ',
    '-',
    '5',
    '2027',
    'soon',
    'when pigs fly',
    'version 2.10.3',
    '3 apples',
    'this week',
    'this month',
    'this year',
    'every friday',
    'Friday or Monday',
    'call Ann tomorrow',
    'tomorrow at 25:00',
    '2026-02-30',
    '2026-13-45',
    '31 Feb',
    '24:00',
    '12 Dec 5 BC',
    'in 20000 years',
    'in 999999999999 days',
    '\0',
    '\ud800',
  ])('rejects %j', (text) => {
    expect(readDueText(text, now)).toBeNull()
  })

  it.each([
    [`${' '.repeat(192)}tomorrow`, '2026-11-21'],
    [`${' '.repeat(193)}tomorrow`, null],
    [`${'😀'.repeat(193)}tomorrow`, null],
  ])('reads %j only up to 200 characters', (text, stored) => {
    expect(readDueText(text, now)).toBe(stored)
  })

  it.each([
    ['words', 'tomorrow '.repeat(6000)],
    ['digits', '1'.repeat(50_000)],
  ])('rejects 50 kB of %s quickly', { timeout: 500 }, (_, text) => {
    expect(readDueText(text, now)).toBeNull()
  })
})

describe('after the hour has passed', () => {
  it.each([
    ['16:59', 'eod', '2026-11-20T17:00'],
    ['17:00', 'eod', '2026-11-20T17:00'],
    ['17:01', 'eod', '2026-11-20'],
    ['17:01', 'eod today', '2026-11-20'],
    ['17:01', 'eod tomorrow', '2026-11-21T17:00'],
    ['17:01', 'Friday eod', '2026-11-27T17:00'],
    ['19:59', 'tonight', '2026-11-20T20:00'],
    ['20:01', 'tonight', '2026-11-20'],
    ['23:59', 'tonight', '2026-11-20'],
    ['21:30', 'tonight at 9', null],
    ['00:01', 'tonight', '2026-11-20T20:00'],
  ])('at %s, reads %j as %s', (time, text, stored) => {
    expect(readDueText(text, at(`2026-11-20T${time}[Europe/Berlin]`))).toBe(stored)
  })
})

describe('a span of months', () => {
  it.each([
    ['2026-01-31', 'next month', '2026-02-28'],
    ['2028-01-31', 'next month', '2028-02-29'],
    ['2026-03-31', 'in a month', '2026-04-30'],
    ['2026-12-31', 'in 2 months', '2027-02-28'],
    ['2028-02-29', 'next year', '2029-02-28'],
    ['2026-11-30', 'next quarter', '2027-02-28'],
    ['2026-03-10', 'in 1 month and 2 hours', '2026-04-10T12:00'],
  ])('counted from %s, %j is %s', (today, text, stored) => {
    expect(readDueText(text, at(`${today}T10:00[UTC]`))).toBe(stored)
  })
})

describe('with a time in another zone', () => {
  it.each([
    ['2026-11-25T01:00[Asia/Kolkata]', '5pm EST', '2026-11-25T03:30'],
    ['2026-11-25T23:59[America/Los_Angeles]', '9am AEST', '2026-11-26T15:00'],
    ['2026-11-25T15:30[Europe/Berlin]', 'Monday 9am EST', '2026-11-30T15:00'],
  ])('at %s, reads %j as the next such time, %s', (now, text, stored) => {
    expect(readDueText(text, at(now))).toBe(stored)
  })
})

/** The current time, the text, and the stored date. */
const NIGHTS: [typed: string, text: string, stored: string][] = [
  // Daylight saving starts: 2:00 becomes 3:00.
  ['2026-03-07T23:30[America/New_York]', 'tomorrow at 9 AM', '2026-03-08T09:00'],
  ['2026-03-07T23:30[America/New_York]', 'tomorrow', '2026-03-08'],
  ['2026-03-07T23:30[America/New_York]', 'in 2 days', '2026-03-09'],
  ['2026-03-07T23:30[America/New_York]', 'in 2 hours', '2026-03-08T01:30'],
  ['2026-03-07T23:30[America/New_York]', 'in 3 hours', '2026-03-08T03:30'],
  ['2026-03-07T23:30[America/New_York]', 'in 10 hours', '2026-03-08T10:30'],
  ['2026-03-07T23:30[America/New_York]', 'next week', '2026-03-14'],
  ['2026-03-08T00:30[America/New_York]', 'today', '2026-03-08'],
  ['2026-03-08T00:30[America/New_York]', 'tomorrow at 9 AM', '2026-03-09T09:00'],
  ['2026-03-08T01:45[America/New_York]', 'in 30 minutes', '2026-03-08T03:15'],
  ['2026-03-08T01:45[America/New_York]', '9am', '2026-03-08T09:00'],
  ['2026-03-08T23:45[America/New_York]', 'tomorrow at 9 AM', '2026-03-09T09:00'],
  ['2026-03-09T15:00[America/New_York]', '5pm EST', '2026-03-09T18:00'],
  ['2026-03-07T19:30[America/New_York]', 'tonight', '2026-03-07T20:00'],
  ['2026-03-07T23:30[America/New_York]', 'tonight', '2026-03-07'],
  ['2026-03-07T23:30[America/New_York]', 'tomorrow 9', '2026-03-08T09:00'],
  ['2026-03-07T23:30[America/New_York]', 'tomorrow 2', '2026-03-08T14:00'],
  ['2026-03-08T00:30[America/New_York]', 'eod', '2026-03-08T17:00'],
  // Daylight saving ends: 2:00 becomes 1:00.
  ['2026-10-31T23:30[America/New_York]', 'tomorrow at 9 AM', '2026-11-01T09:00'],
  ['2026-10-31T23:30[America/New_York]', 'in 3 hours', '2026-11-01T01:30'],
  ['2026-11-01T00:30[America/New_York]', 'tomorrow', '2026-11-02'],
  ['2026-11-01T01:30-04:00[America/New_York]', 'in 1 hour', '2026-11-01T01:30'],
  ['2026-11-01T01:30-05:00[America/New_York]', 'in 1 hour', '2026-11-01T02:30'],
  ['2026-11-01T01:30-05:00[America/New_York]', 'tomorrow at 9 AM', '2026-11-02T09:00'],
  ['2026-11-01T23:30[America/New_York]', 'tomorrow', '2026-11-02'],
  ['2026-11-01T23:30[America/New_York]', 'in 3 days', '2026-11-04'],
  ['2026-11-01T01:30-05:00[America/New_York]', 'tonight', '2026-11-01T20:00'],
  ['2026-10-31T23:30[America/New_York]', 'eod tomorrow', '2026-11-01T17:00'],
  ['2026-03-28T23:30[Europe/Berlin]', 'tomorrow at 9 AM', '2026-03-29T09:00'],
  ['2026-03-28T23:30[Europe/Berlin]', 'tomorrow 9', '2026-03-29T09:00'],
  ['2026-10-25T02:30+02:00[Europe/Berlin]', 'eod', '2026-10-25T17:00'],
  ['2026-03-28T23:30[Europe/Berlin]', 'in 3 hours', '2026-03-29T03:30'],
  ['2026-03-29T00:30[Europe/Berlin]', 'in 3 days', '2026-04-01'],
  ['2026-03-29T00:30[Europe/Berlin]', 'Sunday', '2026-03-29'],
  ['2026-10-24T23:30[Europe/Berlin]', 'tomorrow at 9 AM', '2026-10-25T09:00'],
  ['2026-10-25T02:30+02:00[Europe/Berlin]', 'tomorrow', '2026-10-26'],
  ['2026-10-25T23:30[Europe/Berlin]', 'tomorrow', '2026-10-26'],
  ['2026-10-25T23:30[Europe/Berlin]', 'next month', '2026-11-25'],
  // The clock changes by only half an hour here.
  ['2026-10-03T23:45[Australia/Lord_Howe]', 'tomorrow at 9 AM', '2026-10-04T09:00'],
  ['2026-10-04T01:45[Australia/Lord_Howe]', 'in 30 minutes', '2026-10-04T02:45'],
  ['2026-10-04T01:45[Australia/Lord_Howe]', 'in 3 days', '2026-10-07'],
  ['2026-04-04T23:45[Australia/Lord_Howe]', 'tomorrow at 9 AM', '2026-04-05T09:00'],
  ['2026-04-05T23:45[Australia/Lord_Howe]', 'tomorrow', '2026-04-06'],
  // Daylight saving starts at midnight, so the day begins at 1:00.
  ['2026-09-05T23:30[America/Santiago]', 'tomorrow', '2026-09-06'],
  ['2026-09-05T00:30[America/Santiago]', 'tomorrow', '2026-09-06'],
  ['2026-09-05T23:30[America/Santiago]', 'tomorrow at 9 AM', '2026-09-06T09:00'],
  ['2026-09-05T23:30[America/Santiago]', 'in 1 hour', '2026-09-06T01:30'],
  ['2026-09-05T23:30[America/Santiago]', 'tomorrow 9', '2026-09-06T09:00'],
  ['2026-09-05T23:30[America/Santiago]', 'eod', '2026-09-05'],
  // 23:00 becomes midnight, so the day before has no 23:30.
  ['2026-03-27T23:30[America/Nuuk]', 'tomorrow', '2026-03-28'],
  ['2026-03-26T23:30[America/Nuuk]', 'in 2 days', '2026-03-28'],
  ['2026-03-27T23:30[America/Nuuk]', 'tomorrow at 9 AM', '2026-03-28T09:00'],
  ['2026-03-28T22:45[America/Nuuk]', 'in 30 minutes', '2026-03-29T00:15'],
  ['2026-03-28T22:45[America/Nuuk]', 'tonight', '2026-03-28'],
  ['2026-03-28T12:45[America/Nuuk]', 'tonight', '2026-03-28T20:00'],
  // A zone without daylight-saving changes, but far from UTC.
  ['2026-11-20T00:15[Asia/Kolkata]', 'tomorrow at 9 AM', '2026-11-21T09:00'],
  ['2026-11-20T23:45[Asia/Kolkata]', 'tomorrow', '2026-11-21'],
  ['2026-11-20T23:45[Asia/Kolkata]', 'in 3 days', '2026-11-23'],
  ['2026-11-20T00:15[Pacific/Apia]', 'tomorrow at 9 AM', '2026-11-21T09:00'],
  ['2026-11-20T00:15[Pacific/Apia]', 'tonight', '2026-11-20T20:00'],
  ['2026-11-20T00:15[Asia/Kolkata]', 'eod', '2026-11-20T17:00'],
  ['2026-11-20T23:45[Pacific/Apia]', 'today', '2026-11-20'],
  ['2026-11-20T12:45[Pacific/Apia]', 'Friday', '2026-11-20'],
  ['2026-11-20T00:00[UTC]', 'today', '2026-11-20'],
  ['2026-11-20T23:59[UTC]', 'tomorrow at 9 AM', '2026-11-21T09:00'],
]

describe.each([
  ['of the zone', (typed: string) => at(typed).timeZoneId],
  ['of UTC', () => 'UTC'],
  ['of New York', () => 'America/New_York'],
  ['of Kiritimati', () => 'Pacific/Kiritimati'],
])('on a machine in %s', (_, machineZone) => {
  beforeEach(() => () => vi.unstubAllEnvs())

  it.each(NIGHTS)('at %s, reads %j as %s', (typed, text, stored) => {
    vi.stubEnv('TZ', machineZone(typed))
    expect(readDueText(text, at(typed))).toBe(stored)
  })
})

it('the tests can change the time zone of the machine', () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  expect(new Date(0).getTimezoneOffset()).not.toBe(0)
  vi.unstubAllEnvs()
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  estimateParts,
  estimateText,
  formatClock,
  formatEstimate,
  formatSpent,
  parseEstimate,
  shortEstimateText,
} from './duration.ts'
import { SECONDS_MAX } from './limits.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

const estimates = fc.record({
  hours: fc.integer({ min: 0, max: 999 }),
  minutes: fc.integer({ min: 0, max: 59 }),
})

describe('an estimate as text', () => {
  it.each([
    [2, 30, '2 hours 30 minutes', '2h 30m'],
    [3, 0, '3 hours 0 minutes', '3h'],
    [0, 45, '0 hours 45 minutes', '45m'],
    [1, 1, '1 hours 1 minutes', '1h 1m'],
    [999, 59, '999 hours 59 minutes', '999h 59m'],
    [0, 0, '', ''],
  ])('of %d hours and %d minutes is %j in a task and %j in a template', (hours, minutes, long, short) => {
    expect(estimateText({ hours, minutes })).toBe(long)
    expect(shortEstimateText({ hours, minutes })).toBe(short)
  })

  it('parses back to the same hours and minutes, in both forms', () => {
    fc.assert(
      fc.property(estimates, (estimate) => {
        expect(estimateParts(estimateText(estimate))).toEqual(estimate)
        expect(estimateParts(shortEstimateText(estimate))).toEqual(estimate)
      }),
    )
  })

  it('looks the same on the card in every notation', () => {
    fc.assert(
      fc.property(estimates, (estimate) => {
        expect(formatEstimate(estimateText(estimate))).toBe(shortEstimateText(estimate))
        expect(estimateParts(formatEstimate(estimateText(estimate)))).toEqual(estimate)
      }),
    )
  })
})

describe('parsing an estimate', () => {
  it.each([
    ['2 hours 30 minutes', 2 * HOUR + 30 * MINUTE],
    ['0 hours 45 minutes', 45 * MINUTE],
    ['1 hours 0 minutes', HOUR],
    ['1 hour 1 minute', HOUR + MINUTE],
    ['2h 30m', 2 * HOUR + 30 * MINUTE],
    ['2h30m', 2 * HOUR + 30 * MINUTE],
    ['3h', 3 * HOUR],
    ['3 hr', 3 * HOUR],
    ['3 hrs', 3 * HOUR],
    ['2 HOURS 15 Min', 2 * HOUR + 15 * MINUTE],
    ['15 mins, 2 hours', 2 * HOUR + 15 * MINUTE],
    ['about 2-hour meeting', 2 * HOUR],
    ['1 hour and 30 minutes', HOUR + 30 * MINUTE],
    ['1 hour,30 minutes', HOUR + 30 * MINUTE],
  ])('%j is %d seconds: the sum of its hours and minutes', (text, seconds) => {
    expect(parseEstimate(text)).toBe(seconds)
  })

  it.each([
    ['45m', 45 * MINUTE],
    ['45 min', 45 * MINUTE],
    ['90 minutes', 90 * MINUTE],
  ])('%j without hours is %d seconds', (text, seconds) => {
    expect(parseEstimate(text)).toBe(seconds)
  })

  it.each([
    ['2 days', 2 * DAY],
    ['1 day', DAY],
    ['3d', 3 * DAY],
    ['1 day 5 hours 10 minutes', DAY],
    ['5 hours 2 days', 2 * DAY],
    ['0 days 3 hours', 0],
  ])('%j is %d seconds: days override hours and minutes', (text, seconds) => {
    expect(parseEstimate(text)).toBe(seconds)
  })

  it.each([
    ['1.5 hours', 1.5 * HOUR],
    ['1,5 hours', 1.5 * HOUR],
    ['.5 h', HOUR / 2],
    ['0.5 days', DAY / 2],
    ['0.01 minutes', 1],
  ])('%j is %d seconds: amounts can have decimals', (text, seconds) => {
    expect(parseEstimate(text)).toBe(seconds)
  })

  it.each([
    null,
    '',
    '   ',
    'a while',
    '5',
    'hours',
    'h m d',
    '3 months',
    '3 médecins',
    '2 / hours',
    '20 dragons',
  ])('%j has no amount and counts as one hour', (text) => {
    expect(parseEstimate(text)).toBe(HOUR)
    expect(estimateParts(text)).toEqual({ hours: 0, minutes: 0 })
  })

  it.each(['1 hour 2 hours', '1 hour, later 30 hours'])('uses the first number of hours in %j', (text) => {
    expect(parseEstimate(text)).toBe(HOUR)
  })

  it('accepts zero hours', () => {
    expect(parseEstimate('0 hours 0 minutes')).toBe(0)
  })

  it('caps any amount', () => {
    expect(parseEstimate(`${'9'.repeat(400)} hours`)).toBe(SECONDS_MAX)
  })

  it.each([
    ['digits', '1'.repeat(50_000)],
    ['amounts', '1h'.repeat(25_000)],
    ['points', '1.'.repeat(25_000)],
    ['spaces', `1${' '.repeat(50_000)}h`],
    ['letters', 'h'.repeat(50_000)],
    ['hyphens', '-'.repeat(50_000)],
  ])('takes linear time for 50 kB of %s', { timeout: 500 }, (_, text) => {
    expect(parseEstimate(text)).toBeGreaterThan(0)
  })

  it('returns whole seconds in range for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const seconds = parseEstimate(text)
        expect(Number.isInteger(seconds) && seconds >= 0 && seconds <= SECONDS_MAX).toBe(true)
      }),
    )
  })
})

describe('an estimate', () => {
  it.each([
    ['3 hours 0 minutes', '3h'],
    ['2 hours 45 minutes', '2h 45m'],
    ['0 hours 45 minutes', '45m'],
    ['30m', '30m'],
    ['2 days', '48h'],
    ['90 minutes', '1h 30m'],
    ['a while', '1h'],
    ['0 hours 0 minutes', ''],
    ['', ''],
    ['  ', ''],
    [null, ''],
  ])('of %j is shown on a card as %j', (text, short) => {
    expect(formatEstimate(text)).toBe(short)
  })

  it.each([
    ['2 days', 48, 0],
    ['1.5 hours', 1, 30],
    ['1 hour 75 minutes', 2, 15],
    ['1200 hours', 1200, 0],
  ])('of %j fills the form with %d hours and %d minutes', (text, hours, minutes) => {
    expect(estimateParts(text)).toEqual({ hours, minutes })
  })
})

describe('a time in seconds', () => {
  it.each([
    [0, '0s', '0s'],
    [1, '1s', '1s'],
    [59, '59s', '59s'],
    [60, '1m 0s', '1m'],
    [61, '1m 1s', '1m'],
    [3599, '59m 59s', '59m'],
    [3600, '1h 0m', '1h 0m'],
    [3661, '1h 1m', '1h 1m'],
    [7080, '1h 58m', '1h 58m'],
    [360_000, '100h 0m', '100h 0m'],
    [59.9, '59s', '59s'],
    [-5, '0s', '0s'],
  ])('%d s is %j on a card and %j when completed', (seconds, clock, spent) => {
    expect(formatClock(seconds)).toBe(clock)
    expect(formatSpent(seconds)).toBe(spent)
  })
})

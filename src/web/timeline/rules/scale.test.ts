import { describe, expect, it } from 'vitest'

import { dateOf, dayNumber } from '#domain/tasks/slack/day-number.ts'
import {
  TIMELINE_MODES,
  TIMELINE_SIZES,
  columnOf,
  columnStart,
  headerCell,
  makeScale,
  momentAt,
  periodName,
  positionOf,
  rangeOf,
  snapDays,
  widthOf,
} from './scale.ts'

const day = (text: string) => dayNumber(Temporal.PlainDate.from(text))
const FROM = day('1990-01-01')
const TO = day('2091-01-01')
const SCALES = (['wide', 'narrow'] as const).flatMap((size) =>
  TIMELINE_MODES.map((mode) => ({ mode, size, columnWidth: TIMELINE_SIZES[size].columns[mode] })),
)
/** The tolerance is far less than a pixel. */
const HARDLY = 1e-3

describe.each(SCALES)('the scale by $mode on $size screens', ({ mode, columnWidth }) => {
  const scale = makeScale(mode, columnWidth, { from: FROM, to: TO })

  it('places every day from 1990 to 2090 in order, and converts its position back', () => {
    let last = -1
    for (let day = FROM; day < TO; day++) {
      const position = positionOf(scale, day)
      if (!(position > last)) throw new Error(`${nameOf(day)} isn't right of the day before`)
      if (Math.abs(momentAt(scale, position) - day) > 1e-6)
        throw new Error(`${nameOf(day)} isn't at its position`)
      if (snapDays(scale, day, 0) !== 0) throw new Error(`${nameOf(day)} moves without a drag`)
      if (snapDays(scale, day, positionOf(scale, day + 1) - position) !== 1)
        throw new Error(`${nameOf(day)} doesn't snap to the next day`)
      last = position
    }
    expect(last).toBeLessThan(widthOf(scale))
  })

  it('converts the position of a time of day back', () => {
    for (let moment = FROM; moment < TO; moment += 17.123) {
      expect(momentAt(scale, positionOf(scale, moment))).toBeCloseTo(moment, 6)
    }
  })

  it('gives every column the specified width and every day one column', () => {
    for (let index = 0; index < scale.count; index++) {
      const column = scale.first + index
      const start = columnStart(mode, column)
      if (!(Math.abs(positionOf(scale, start) - index * columnWidth) < 5e-7))
        throw new Error(`column ${index} starts at the wrong position`)
      const last = columnStart(mode, column + 1) - HARDLY
      if (columnOf(mode, start) !== column || columnOf(mode, last) !== column)
        throw new Error(`column ${index} misses some of its days`)
    }
    expect(columnOf(mode, TO - 1)).toBe(scale.first + scale.count - 1)
  })
})

it.each([
  ['day', 60, 40],
  ['week', 250, 150],
  ['month', 300, 200],
] as const)('makes a %s column %d px wide, and %d px on narrow screens', (mode, wide, narrow) => {
  expect(TIMELINE_SIZES.wide.columns[mode]).toBe(wide)
  expect(TIMELINE_SIZES.narrow.columns[mode]).toBe(narrow)
})

describe('the range', () => {
  const today = day('2026-11-19')
  const years = (spans: { start: number; end: number }[]) => {
    const { from, to } = rangeOf(spans, today)
    return [dateOf(from).toString(), dateOf(to).toString()]
  }
  it('covers the years of today and every bar, plus one on each side', () => {
    expect(years([])).toEqual(['2025-01-01', '2028-01-01'])
    expect(years([{ start: day('2024-05-01'), end: day('2030-02-01') }])).toEqual([
      '2023-01-01',
      '2032-01-01',
    ])
  })
  it('covers at most 100 years before and after today', () => {
    expect(years([{ start: day('0099-05-01'), end: day('9999-02-01') }])).toEqual([
      '1926-01-01',
      '2126-01-01',
    ])
  })
})

describe('the heading of a column', () => {
  const today = day('2026-11-19')
  const cell = (mode: (typeof TIMELINE_MODES)[number], text: string) =>
    headerCell(mode, columnOf(mode, day(text)), today)
  it.each([
    ['day', '2026-11-20', { over: 'Fri', main: '20', isToday: false, isWeekend: false }],
    ['day', '2026-11-21', { over: 'Sat', main: '21', isToday: false, isWeekend: true }],
    ['day', '2026-11-22', { over: 'Sun', main: '22', isToday: false, isWeekend: true }],
    ['day', '2026-11-19', { over: 'Today', main: '19', isToday: true, isWeekend: false }],
    ['day', '2026-12-01', { over: 'Dec', main: '1', isToday: false, isWeekend: false }],
    ['week', '2026-11-19', { over: 'Week 47', main: 'Nov 16 – 22', isToday: true, isWeekend: false }],
    ['week', '2026-12-31', { over: 'Week 53', main: 'Dec 28 – Jan 3', isToday: false, isWeekend: false }],
    ['week', '2027-01-04', { over: 'Week 1', main: 'Jan 4 – 10', isToday: false, isWeekend: false }],
    ['month', '2026-11-30', { over: '2026', main: 'November', isToday: true, isWeekend: false }],
  ] as const)('by %s for %s is %j', (mode, text, expected) => {
    const { main, ...rest } = cell(mode, text)
    expect({ ...rest, main: main.replaceAll(/\s/g, ' ') }).toEqual(expected)
  })
  it('numbers weeks according to ISO 8601', () => {
    for (let monday = day('1990-01-01'); monday < TO; monday += 7) {
      const week = dateOf(monday).weekOfYear
      if (headerCell('week', columnOf('week', monday), today).over !== `Week ${week}`)
        throw new Error(`${nameOf(monday)} is in week ${week}`)
    }
    expect.assertions(0)
  })
  it('names the period that contains a moment', () => {
    expect(periodName('day', today)).toBe('November 2026')
    expect(periodName('month', today)).toBe('2026')
  })
})

function nameOf(day: number): string {
  return dateOf(day).toString()
}

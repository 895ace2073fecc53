import { describe, expect, it } from 'vitest'

import { dateOf, dayNumber } from './day-number.ts'
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
} from './timeline-scale.ts'

const day = (text: string) => dayNumber(Temporal.PlainDate.from(text))
const FROM = day('1990-01-01')
const TO = day('2091-01-01')
const SCALES = (['wide', 'narrow'] as const).flatMap((size) =>
  TIMELINE_MODES.map((mode) => ({ mode, size, columnWidth: TIMELINE_SIZES[size].columns[mode] })),
)
/** Nothing on a screen is smaller than a thousandth of a px. */
const HARDLY = 1e-3

describe.each(SCALES)('the scale by $mode on $size screens', ({ mode, columnWidth }) => {
  const scale = makeScale(mode, columnWidth, { from: FROM, to: TO })

  it('finds every day of 1990 to 2090 where it has put it, and no two at one place', () => {
    let last = -1
    for (let day = FROM; day < TO; day++) {
      const position = positionOf(scale, day)
      if (!(position > last)) throw new Error(`${nameOf(day)} is not right of the day before`)
      if (Math.abs(momentAt(scale, position) - day) > 1e-6) throw new Error(`${nameOf(day)} is lost`)
      if (snapDays(scale, day, 0) !== 0) throw new Error(`${nameOf(day)} does not rest`)
      if (snapDays(scale, day, positionOf(scale, day + 1) - position) !== 1)
        throw new Error(`${nameOf(day)} does not reach the next day`)
      last = position
    }
    expect(last).toBeLessThan(widthOf(scale))
  })

  it('finds times of day, too', () => {
    for (let moment = FROM; moment < TO; moment += 17.123) {
      expect(momentAt(scale, positionOf(scale, moment))).toBeCloseTo(moment, 6)
    }
  })

  it('gives every column the specified width, and every day one column', () => {
    for (let index = 0; index < scale.count; index++) {
      const column = scale.first + index
      const start = columnStart(mode, column)
      if (!(Math.abs(positionOf(scale, start) - index * columnWidth) < 5e-7))
        throw new Error(`column ${index} does not begin where it should`)
      const last = columnStart(mode, column + 1) - HARDLY
      if (columnOf(mode, start) !== column || columnOf(mode, last) !== column)
        throw new Error(`column ${index} has not all of its days`)
    }
    expect(columnOf(mode, TO - 1)).toBe(scale.first + scale.count - 1)
  })
})

it.each([
  ['day', 60, 40],
  ['week', 250, 150],
  ['month', 300, 200],
] as const)('a column by %s is %d px wide, on narrow screens %d px', (mode, wide, narrow) => {
  expect(TIMELINE_SIZES.wide.columns[mode]).toBe(wide)
  expect(TIMELINE_SIZES.narrow.columns[mode]).toBe(narrow)
})

describe('the range', () => {
  const today = day('2026-11-19')
  const years = (spans: { start: number; end: number }[]) => {
    const { from, to } = rangeOf(spans, today)
    return [dateOf(from).toString(), dateOf(to).toString()]
  }
  it('is whole years around today and every bar, and one more on each side', () => {
    expect(years([])).toEqual(['2025-01-01', '2028-01-01'])
    expect(years([{ start: day('2024-05-01'), end: day('2030-02-01') }])).toEqual([
      '2023-01-01',
      '2032-01-01',
    ])
  })
  it('reaches a hundred years at most', () => {
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
  ] as const)('by %s of %s', (mode, text, expected) => {
    expect(cell(mode, text)).toEqual(expected)
  })
  it('the numbers of weeks are those of ISO 8601', () => {
    for (let monday = day('1990-01-01'); monday < TO; monday += 7) {
      const week = dateOf(monday).weekOfYear
      if (headerCell('week', columnOf('week', monday), today).over !== `Week ${week}`)
        throw new Error(`${nameOf(monday)} is in week ${week}`)
    }
    expect.assertions(0)
  })
  it('names what is shown', () => {
    expect(periodName('day', today)).toBe('November 2026')
    expect(periodName('month', today)).toBe('2026')
  })
})

function nameOf(day: number): string {
  return dateOf(day).toString()
}

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'
import { type TimelineItem, toTimelineItem } from './items.ts'
import { type BarPart, changeByKey, patchOf, progressAfter, spanAfter, stepProgress } from './bar-drag.ts'

const RUNS = { numRuns: 2000 }
const BERLIN = 'Europe/Berlin'

type Dates = Pick<Task, 'startDate' | 'dueDate' | 'endDate'>

const taskOf = (dates: Partial<Dates>, progress = 0) =>
  aTask({
    id: 1,
    progress,
    ...dates,
  })

const itemOf = (task: Task, zone = BERLIN): TimelineItem => {
  const item = toTimelineItem(task, zone)
  if (!item) throw new Error('The task has no date.')
  return item
}

/** Returns a task after a part of its bar was dragged by whole days. */
const dragged = (task: Task, part: BarPart, days: number, zone = BERLIN): Task => ({
  ...task,
  ...patchOf(itemOf(task, zone), { part, days }, zone),
})

const days = fc
  .integer({ min: 7305, max: 44_194 })
  .map((days) => Temporal.PlainDate.from('1970-01-01').add({ days }).toString())
const times = fc.constantFrom('', '', '', 'T09:00', 'T23:59', 'T00:00', 'T12:30:15')
const dateTexts = fc.tuple(days, times).map(([day, time]) => day + time)
const maybeDates = fc.option(
  fc.oneof({ weight: 5, arbitrary: dateTexts }, { weight: 1, arbitrary: fc.constantFrom('soon', '') }),
)
const dates: fc.Arbitrary<Dates> = fc
  .record({ startDate: maybeDates, dueDate: maybeDates, endDate: maybeDates })
  .filter((dates) => toTimelineItem(taskOf(dates), 'UTC') !== null)
const parts = fc.constantFrom('move' as const, 'start' as const, 'end' as const)
const distances = fc.integer({ min: -400, max: 400 })

describe('a drag', () => {
  it('puts the bar where the preview showed it', () => {
    fc.assert(
      fc.property(dates, parts, distances, (dates, part, days) => {
        const task = taskOf(dates)
        const { start, end } = itemOf(dragged(task, part, days))
        expect({ start, end }).toEqual(spanAfter(itemOf(task), part, days))
      }),
      RUNS,
    )
  })

  it('changes nothing if the bar returns before the release', () => {
    fc.assert(
      fc.property(dates, parts, (dates, part) => {
        expect(patchOf(itemOf(taskOf(dates)), { part, days: 0 }, BERLIN)).toEqual({})
      }),
      RUNS,
    )
  })

  it('restores the stored dates of a task with a start date when a second drag moves the bar back', () => {
    fc.assert(
      fc.property(dates, distances, (dates, days) => {
        const task = taskOf(dates)
        fc.pre(itemOf(task).startFrom !== 'dueDate')
        expect(dragged(dragged(task, 'move', days), 'move', -days)).toEqual(task)
      }),
      RUNS,
    )
  })

  it('restores a task’s start and end dates when a second drag moves an end back', () => {
    fc.assert(
      fc.property(
        dates,
        fc.constantFrom('start' as const, 'end' as const),
        distances,
        (dates, part, days) => {
          const task = taskOf(dates)
          const item = itemOf(task)
          fc.pre(item.hasOwnEnd && item.startFrom === 'startDate')
          const moved = dragged(task, part, days)
          const back = part === 'start' ? item.start - itemOf(moved).start : item.end - itemOf(moved).end
          expect(dragged(moved, part, back)).toEqual(task)
        },
      ),
      RUNS,
    )
  })

  it('keeps due dates and unreadable dates, and adds no end date', () => {
    fc.assert(
      fc.property(dates, parts, distances, (dates, part, days) => {
        const task = taskOf(dates)
        const after = dragged(task, part, days)
        expect(after.dueDate).toBe(task.dueDate)
        if (part === 'move' && !task.endDate) expect(after.endDate).toBe(task.endDate)
        if (part === 'move' && task.endDate === 'soon') expect(after.endDate).toBe('soon')
      }),
      RUNS,
    )
  })

  it('keeps times of day', () => {
    fc.assert(
      fc.property(dates, parts, distances, (dates, part, days) => {
        const task = taskOf(dates)
        const { startDate, endDate } = dragged(task, part, days)
        const item = itemOf(task)
        const start = item.task[item.startFrom] ?? ''
        expect(startDate === task.startDate || startDate?.slice(10) === start.slice(10)).toBe(true)
        const end = item.hasOwnEnd || part === 'move' ? task.endDate : start
        expect(endDate === task.endDate || endDate?.slice(10) === end?.slice(10)).toBe(true)
      }),
      RUNS,
    )
  })

  it('never lets one end reach the other', () => {
    fc.assert(
      fc.property(dates, parts, distances, (dates, part, days) => {
        const { start, end } = spanAfter(itemOf(taskOf(dates)), part, days)
        expect(end).toBeGreaterThan(start)
      }),
      RUNS,
    )
  })

  it('stays within the years 1 to 9999', () => {
    expect(dragged(taskOf({ startDate: '9999-12-30' }), 'move', 5).startDate).toBe('9999-12-30')
  })
})

describe('a drag across a daylight-saving change', () => {
  const NIGHTS = [
    { zone: BERLIN, before: '2026-03-28', after: '2026-03-30' },
    { zone: BERLIN, before: '2026-10-24', after: '2026-10-26' },
    { zone: 'America/New_York', before: '2026-03-07', after: '2026-03-09' },
    { zone: 'America/Santiago', before: '2026-09-05', after: '2026-09-07' },
    { zone: 'Australia/Lord_Howe', before: '2026-10-03', after: '2026-10-05' },
    { zone: 'Africa/Cairo', before: '2026-04-23', after: '2026-04-25' },
    { zone: 'Asia/Beirut', before: '2026-03-28', after: '2026-03-30' },
    { zone: 'Asia/Kathmandu', before: '2026-03-28', after: '2026-03-30' },
    { zone: 'Europe/London', before: '2026-10-24', after: '2026-10-26' },
    { zone: 'Pacific/Auckland', before: '2026-09-26', after: '2026-09-28' },
  ]
  it.each(NIGHTS)(
    'moves dates and instants by whole days, at the same local time, in $zone, $before',
    ({ zone, before, after }) => {
      expect(dragged(taskOf({ startDate: before }), 'move', 2, zone).startDate).toBe(after)
      expect(dragged(taskOf({ startDate: `${before}T23:30` }), 'move', 2, zone).startDate).toBe(
        `${after}T23:30`,
      )
      const at = (day: string) =>
        Temporal.ZonedDateTime.from(`${day}T23:30[${zone}]`).toInstant().toString({ smallestUnit: 'second' })
      expect(dragged(taskOf({ startDate: at(before) }), 'move', 2, zone).startDate).toBe(at(after))
      expect(dragged(taskOf({ startDate: at(after) }), 'move', -2, zone).startDate).toBe(at(before))
    },
  )

  it('keeps the offset and precision of an instant', () => {
    expect(startAfter('2026-11-20T09:00+01:00')).toBe('2026-11-21T09:00+01:00')
    expect(startAfter('2026-11-20T09:00:00.000Z')).toBe('2026-11-21T09:00:00.000Z')
    expect(startAfter('2026-10-24T12:00:00+02:00')).toBe('2026-10-25T13:00:00+02:00')
  })
})

describe('the patch of a drag', () => {
  it.each([
    ['a start date', { startDate: '2026-11-20' }, 'move', 2, { startDate: '2026-11-22' }],
    ['a due date only', { dueDate: '2026-11-20' }, 'move', 2, { startDate: '2026-11-22' }],
    ['an end date only', { endDate: '2026-11-20' }, 'move', 2, { endDate: '2026-11-22' }],
    ['a start date', { startDate: '2026-11-20' }, 'end', 2, { endDate: '2026-11-23' }],
    [
      'a start date',
      { startDate: '2026-11-20' },
      'start',
      -2,
      { startDate: '2026-11-18', endDate: '2026-11-21' },
    ],
    ['a start date', { startDate: '2026-11-20' }, 'start', 2, {}],
    [
      'an end date only',
      { endDate: '2026-11-20' },
      'end',
      2,
      { startDate: '2026-11-20', endDate: '2026-11-23' },
    ],
    ['both', { startDate: '2026-11-20', endDate: '2026-11-23' }, 'end', -9, { endDate: '2026-11-21' }],
    ['both', { startDate: '2026-11-20', endDate: '2026-11-23' }, 'start', 9, { startDate: '2026-11-22' }],
    [
      'an end before the start',
      { startDate: '2026-11-20', endDate: '2026-11-01' },
      'move',
      -30,
      { startDate: '2026-10-21', endDate: '2026-10-02' },
    ],
  ] as const)('of a task with %s (%j), %s by %d days, is %j', (_, dates, part, days, patch) => {
    expect(patchOf(itemOf(taskOf(dates)), { part, days }, BERLIN)).toEqual(patch)
  })
})

describe('progress', () => {
  it('moves in steps of 5 and ignores drags of less than half a step', () => {
    expect(progressAfter(33, 2)).toBe(33)
    expect(progressAfter(33, -2.4)).toBe(33)
    expect(progressAfter(33, 4)).toBe(35)
    expect(progressAfter(33, 90)).toBe(100)
    expect(progressAfter(33, -90)).toBe(0)
    expect(stepProgress(33, 1)).toBe(35)
    expect(stepProgress(33, -1)).toBe(30)
    expect(stepProgress(35, 1)).toBe(40)
    expect(stepProgress(100, 1)).toBe(100)
    expect(stepProgress(0, -1)).toBe(0)
  })
  it('is the only field that dragging its handle changes', () => {
    const item = itemOf(taskOf({ startDate: '2026-11-20' }, 20))
    expect(patchOf(item, { part: 'progress', progress: 35 }, BERLIN)).toEqual({ progress: 35 })
    expect(patchOf(item, { part: 'progress', progress: 20 }, BERLIN)).toEqual({})
  })
})

it.each([
  ['ArrowRight', false, { part: 'move', days: 1 }],
  ['ArrowLeft', false, { part: 'move', days: -1 }],
  ['ArrowRight', true, { part: 'end', days: 1 }],
  ['ArrowLeft', true, { part: 'end', days: -1 }],
  ['+', true, { part: 'progress', progress: 15 }],
  ['=', false, { part: 'progress', progress: 15 }],
  ['-', false, { part: 'progress', progress: 5 }],
  ['ArrowDown', false, null],
  ['a', false, null],
] as const)('the key %s (Shift: %s) means %j', (key, shiftKey, change) => {
  expect(changeByKey(itemOf(taskOf({ startDate: '2026-11-20' }, 10)), { key, shiftKey }, null)).toEqual(
    change,
  )
})

it.each([
  ['ArrowRight', false, { part: 'move', days: 2 }, { part: 'move', days: 3 }],
  ['ArrowLeft', true, { part: 'end', days: 2 }, { part: 'end', days: 1 }],
  ['ArrowLeft', true, { part: 'move', days: 2 }, { part: 'end', days: -1 }],
  ['+', true, { part: 'progress', progress: 95 }, { part: 'progress', progress: 100 }],
  ['+', true, { part: 'progress', progress: 100 }, { part: 'progress', progress: 100 }],
  ['-', false, { part: 'progress', progress: 100 }, { part: 'progress', progress: 95 }],
  ['-', false, { part: 'progress', progress: 0 }, { part: 'progress', progress: 0 }],
  ['-', false, { part: 'move', days: 2 }, { part: 'progress', progress: 95 }],
] as const)('the key %s (Shift: %s) after the held change %j means %j', (key, shiftKey, held, change) => {
  const item = itemOf(taskOf({ startDate: '2026-11-20' }, 100))
  expect(changeByKey(item, { key, shiftKey }, held)).toEqual(change)
})

it.each(['+', '-'])('the key %s doesn’t change the progress of a completed task', (key) => {
  const item = itemOf({ ...taskOf({ startDate: '2026-11-20' }, 50), completed: true })
  expect(changeByKey(item, { key, shiftKey: false }, null)).toBeNull()
})

/** Returns a start date after its bar has moved by a day. */
function startAfter(startDate: string): string | null {
  return dragged(taskOf({ startDate }), 'move', 1).startDate
}

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aTask } from '#tests/support/a-task.ts'
import { dropOnDay } from './day-drop.ts'
import { dayNumber } from '#domain/tasks/slack/day-number.ts'
import { toTimelineItem } from './items.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'] as const
const NOV_24 = dayNumber({ year: 2026, month: 11, day: 24 })

describe('dropping a card on a day of the timeline', () => {
  it.each([
    { why: 'starts a task without dates there', dates: {}, patch: { startDate: '2026-11-24' } },
    {
      why: 'replaces an unreadable start',
      dates: { startDate: 'soon' },
      patch: { startDate: '2026-11-24' },
    },
    {
      why: 'moves both dates and keeps their times of day',
      dates: { startDate: '2026-11-19T09:00', endDate: '2026-11-21T17:30' },
      patch: { startDate: '2026-11-24T09:00', endDate: '2026-11-26T17:30' },
    },
    {
      why: 'keeps a due date and gives its time of day to the start',
      dates: { dueDate: '2026-12-01T14:00' },
      patch: { startDate: '2026-11-24T14:00' },
    },
    {
      why: 'ends a task with only an end there',
      dates: { endDate: '2026-11-20' },
      patch: { endDate: '2026-11-24' },
    },
    {
      why: 'changes nothing if the task already starts there',
      dates: { startDate: '2026-11-24T09:00' },
      patch: {},
    },
  ])('$why', ({ dates, patch }) => {
    expect(dropOnDay(aTask({ id: 1, ...dates }), NOV_24, 'Europe/Berlin')).toEqual(patch)
  })

  it('starts its task on that day and keeps the length and the due date, in every time zone', () => {
    const day = fc
      .integer({ min: 7305, max: 44_194 })
      .map((days) => Temporal.PlainDate.from('1970-01-01').add({ days }).toString())
    const date = fc.option(
      fc.tuple(day, fc.constantFrom('', 'T09:00', 'T23:59')).map((parts) => parts.join('')),
    )
    const dates = fc.record({ startDate: date, dueDate: date, endDate: date })
    fc.assert(
      fc.property(
        dates,
        fc.integer({ min: 7305, max: 44_194 }),
        fc.constantFrom(...ZONES),
        (dates, day, zone) => {
          const task = aTask({ id: 1, ...dates })
          const before = toTimelineItem(task, zone)
          const patch = dropOnDay(task, day, zone)
          const after = toTimelineItem({ ...task, ...patch }, zone)
          if (!after) throw new Error('The task has no place on the timeline.')
          expect(Math.floor(after.start)).toBe(day)
          expect(after.end - after.start).toBe(before ? before.end - before.start : 1)
          expect(patch).not.toHaveProperty('dueDate')
        },
      ),
      { numRuns: 2000 },
    )
  })
})

import { type RefObject, useLayoutEffect } from 'react'

import { dropOnDay } from '../rules/day-drop.ts'
import { dayNumber } from '#domain/tasks/slack/day-number.ts'
import { type Span, toTimelineItem } from '../rules/items.ts'
import { type Scale, momentAt, positionOf, widthOf } from '../rules/scale.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { dropTarget } from '../../board/drag/drop-target.ts'
import type { Point } from '../../ui/auto-scroll.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { type ChartSizes, HEADER_PX } from '../chart/chart-sizes.ts'
import { useTimelineActions } from '../timeline-actions.ts'
import { dropSpan } from './card-drop-store.ts'
import { edgesOf } from './use-bar-drag.ts'
import * as words from '../words.ts'

type Options = {
  scale: Scale
  sizes: ChartSizes
  today: Temporal.PlainDate
  /** Scrolls to a position in the row of a task. */
  reveal: (taskId: number, span: Span) => void
}

/** Accepts a card dragged here from the board: the day under the pointer becomes the start of its task. */
export function useCardDrop(box: RefObject<HTMLDivElement | null>, options: Options): void {
  const actions = useTimelineActions()
  const latest = useLatest(options)

  useLayoutEffect(() => {
    const zone = Temporal.Now.timeZoneId()
    let over: number | null = null
    let text = words.noDay
    const show = (task: ShortTask, day: number | null) => {
      over = day
      const item = day === null ? null : toTimelineItem({ ...task, ...dropOnDay(task, day, zone) }, zone)
      dropSpan.set(item)
      text = item ? words.newDates(item, latest.current.today) : words.noDay
      actions.say(text)
    }
    dropTarget.set({
      hover: (task, at) => {
        const day = dayAt(box.current, at, latest.current)
        if (day !== over) show(task, day)
        return text
      },
      step: (task, days) => {
        const { reveal, today } = latest.current
        const start = toTimelineItem(task, zone)?.start ?? dayNumber(today)
        show(task, (over ?? Math.floor(start)) + days)
        const span = dropSpan.get()
        if (span) reveal(task.id, span)
        return { text, at: pointAt(box.current, span?.start ?? start, latest.current) }
      },
      end: (task, isDropped) => {
        dropSpan.set(null)
        if (isDropped && over !== null) actions.dropOnDay(task, over)
        else actions.say(words.keepsDates(isDropped, task))
      },
      edges: (at) => {
        const { current: chart } = box
        const { sizes } = latest.current
        return chart && dayAt(chart, at, latest.current) !== null ? edgesOf(chart, sizes.list) : null
      },
    })
    return () => {
      dropTarget.set(null)
      dropSpan.set(null)
    }
  }, [actions, box, latest])
}

/** Returns the point just below the chart's header at a moment in time. */
function pointAt(chart: HTMLElement | null, moment: number, { scale, sizes }: Options): Point {
  const { left = 0, top = 0 } = chart?.getBoundingClientRect() ?? {}
  return { x: left + sizes.list + positionOf(scale, moment) - (chart?.scrollLeft ?? 0), y: top + HEADER_PX }
}

/** Returns the number of the day at a point, or null outside the days. */
function dayAt(chart: HTMLElement | null, { x, y }: Point, { scale, sizes }: Options): number | null {
  if (!chart) return null
  const { left, right, top, bottom } = chart.getBoundingClientRect()
  const from = left + chart.clientLeft + sizes.list
  if (x < from || x >= right || y < top || y >= bottom) return null
  const position = x - from + chart.scrollLeft
  return position < widthOf(scale) ? Math.floor(momentAt(scale, position)) : null
}

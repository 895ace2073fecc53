import type { MouseEvent, RefObject } from 'react'

import type { BarChange } from '../rules/bar-drag.ts'
import { type Scale, positionOf } from '../rules/scale.ts'
import type { TimelineItem } from '../rules/items.ts'

import type { Point } from '../../ui/auto-scroll.ts'
import { type Grip, type Lifted, useDrag } from '../../ui/use-drag.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { changeByDrag, isSameChange, partOf, previewOf } from './bar-press.ts'
import type { ChartSizes } from '../chart/chart-sizes.ts'
import { focusBar, taskOfBar } from './focus-bar.ts'
import { linkStore } from '../links/link-store.ts'
import { heldBars } from './preview-store.ts'
import { type TimelineActions, useTimelineActions } from '../timeline-actions.ts'
import { tipStore } from './tip-store.ts'

type Options = {
  items: readonly TimelineItem[]
  rowOf: (taskId: number) => number
  scale: Scale
  sizes: ChartSizes
}

type Context = { chart: HTMLElement; latest: RefObject<Options>; actions: TimelineActions }

/** The steps of a drag, without the edges, which `useBarDrag` adds. */
type Drag = Omit<Lifted, 'edges'>

/** The distance from an edge at which a drag scrolls the chart, in px, and the top speed, in px per second. */
const EDGE_PX = 32
const SCROLL_SPEED = 960

/**
 * Drags a bar, its ends, its progress and the dot that starts a dependency, by mouse and by touch. A finger must rest
 * on a bar before dragging it. Handles can be dragged immediately.
 */
export function useBarDrag(box: RefObject<HTMLDivElement | null>, options: Options) {
  const actions = useTimelineActions()
  const latest = useLatest(options)
  const itemAt = (target: EventTarget | null) => {
    const taskId = taskOfBar(target)
    return taskId === null ? undefined : latest.current.items[latest.current.rowOf(taskId)]
  }
  const grab = ({ target, clientX }: PointerEvent): Grip | null => {
    const item = itemAt(target)
    const chart = box.current
    if (!item || !chart) return null
    const part = partOf(target, item)
    const context = { chart, latest, actions }
    const start = alongDays(clientX, context)
    return {
      mustRest: part === 'move',
      lift: () => {
        tipStore.close()
        focusBar(item.task.id)
        const drag = part === 'link' ? dragLink(item, context) : dragPart(item, part, start, context)
        return { ...drag, edges: () => edgesOf(chart, latest.current.sizes.list) }
      },
    }
  }
  const onClick = (event: MouseEvent) => {
    const item = itemAt(event.target)
    if (!item) return
    tipStore.close()
    actions.edit(item)
  }
  return { onPointerDown: useDrag(box, grab), onClick }
}

/** Returns the edges of the area with the days, which begins to the right of the task column. */
export function edgesOf(chart: HTMLElement, list: number) {
  const { left, right } = chart.getBoundingClientRect()
  return { box: chart, axis: 'x', from: left + list, to: right, reach: EDGE_PX, speed: SCROLL_SPEED } as const
}

/** Returns a place along the days, in px. A live update that adds years on the left doesn't change it. */
function alongDays(x: number, { chart, latest }: Context): number {
  return x + chart.scrollLeft - positionOf(latest.current.scale, 0)
}

/** Previews a dragged bar and saves it when dropped. */
function dragPart(item: TimelineItem, part: BarChange['part'], start: number, context: Context): Drag {
  const { latest, actions } = context
  let change: BarChange | null = null
  return {
    move: ({ x }) => {
      const next = changeByDrag(item, part, alongDays(x, context) - start, latest.current.scale)
      if (isSameChange(next, change)) return
      change = next
      heldBars.hold(item.task.id, previewOf(item, next))
      tipStore.follow(item.task.id)
    },
    drop: () => {
      tipStore.follow(null)
      if (change) actions.change(item, change)
    },
    cancel: () => {
      tipStore.follow(null)
      heldBars.release(item.task.id)
    },
  }
}

/** Draws a new dependency, shows whether the bar under the pointer can accept it, and saves it when dropped. */
function dragLink(from: TimelineItem, { chart, latest, actions }: Context): Drag {
  const findTo = ({ x, y }: Point) => {
    const overId = taskOfBar(document.elementFromPoint(x, y))
    return overId === null || overId === from.task.id ? undefined : actions.itemOf(overId)
  }
  return {
    move: (at) => {
      const { scale, sizes, rowOf } = latest.current
      const { left, top } = chart.getBoundingClientRect()
      const to = findTo(at)
      linkStore.set({
        start: { x: positionOf(scale, from.end), row: rowOf(from.task.id) },
        at: { x: at.x - left + chart.scrollLeft - sizes.list, y: at.y - top + chart.scrollTop },
        to: to ?? null,
        fault: to ? actions.faultOfLink(from, to) : null,
      })
    },
    drop: () => {
      const to = linkStore.get()?.to
      linkStore.set(null)
      if (to) actions.link(from, to)
    },
    cancel: () => linkStore.set(null),
  }
}

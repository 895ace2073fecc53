import { Check } from 'lucide-react'
import { type CSSProperties, memo } from 'react'

import { CATEGORY_PROJECT } from '#domain/category.ts'
import type { Scale } from '#domain/timeline-scale.ts'
import { type TimelineItem, describeSpan } from '#domain/timeline.ts'

import { tierClass } from '../tasks/tier-class.ts'
import { barPlace } from './chart-sizes.ts'
import { heldBars, plannedBars } from './preview-store.ts'
import { textWidth } from './text-width.ts'

type Props = {
  item: TimelineItem
  scale: Scale
  today: Temporal.PlainDate
  /** Whether the Tab key goes to it: it does to one bar of the timeline. */
  isTabStop: boolean
  isCritical: boolean
}

/** Around a label inside its bar, in px. */
const LABEL_PADDING = 30
const TICK_PX = 20

/** The bar of a task: what is dragged, focused and clicked. Its handles are for pointers; keys do the same. */
export const Bar = memo(function Bar({ item, scale, today, isTabStop, isCritical }: Props) {
  const { task } = item
  const held = heldBars.useOf(task.id)
  const shown = held ?? { start: item.start, end: item.end, progress: task.progress }
  const { left, width } = barPlace(scale, shown)
  const fits = textWidth(task.title) + LABEL_PADDING + (task.completed ? TICK_PX : 0) <= width
  const look = [
    'tl-bar',
    task.completed ? 'is-done' : tierClass(task.priority),
    task.category === CATEGORY_PROJECT ? 'is-project' : '',
    isCritical ? 'is-critical' : '',
    width > LONG_PX ? 'is-long' : '',
  ]
  const style = { '--left': `${left}px`, '--width': `${width}px`, '--done': `${shown.progress}%` }
  return (
    <>
      <button
        type="button"
        data-bar={task.id}
        tabIndex={isTabStop ? 0 : -1}
        data-held={held ? '' : undefined}
        aria-label={nameOfBar(item, shown, today, isCritical)}
        aria-describedby="timeline-keys"
        className={look.filter(Boolean).join(' ')}
        style={style as CSSProperties}
      >
        {!task.completed && <span className="tl-progress" />}
        {task.completed && width >= TICK_WIDTH_MIN && (
          <Check aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
        )}
        {fits && <span className="tl-label">{task.title}</span>}
        {!fits && !task.completed && shown.progress > 0 && width >= PERCENT_PX && (
          <span className="tl-label">{shown.progress}%</span>
        )}
        <span data-part="start" className="tl-handle" />
        <span data-part="end" className="tl-handle" />
        {!task.completed && <span data-part="progress" className="tl-knob" />}
        <span data-part="link" className="tl-link" />
      </button>
      {!fits && (
        <span
          aria-hidden
          className={`tl-label-out ${task.completed ? 'is-done' : ''}`}
          style={style as CSSProperties}
        >
          {task.title}
        </span>
      )}
      <PlannedBar taskId={task.id} scale={scale} />
    </>
  )
})

/** A bar narrower than these says no percent, and has no tick, in px. */
const PERCENT_PX = 56
const TICK_WIDTH_MIN = 26
/** A bar wider than this keeps its label in sight, in px. */
const LONG_PX = 400

/** Where the bar would go. */
function PlannedBar({ taskId, scale }: { taskId: number; scale: Scale }) {
  const planned = plannedBars.useOf(taskId)
  if (!planned) return null
  const { left, width } = barPlace(scale, planned)
  return <span aria-hidden className="tl-planned" style={{ left, width }} />
}

function nameOfBar(
  { task }: TimelineItem,
  shown: { start: number; end: number; progress: number },
  today: Temporal.PlainDate,
  isCritical: boolean,
): string {
  const state = task.completed ? 'completed' : `${shown.progress}% done`
  return `${task.title}, ${describeSpan(shown, today)}, ${state}${isCritical ? ', on the critical path' : ''}`
}

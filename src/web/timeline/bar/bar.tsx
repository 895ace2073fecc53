import { Check } from 'lucide-react'
import { type CSSProperties, memo } from 'react'

import { CATEGORY_PROJECT } from '#domain/categories/category.ts'
import type { Scale } from '../rules/scale.ts'
import type { TimelineItem } from '../rules/items.ts'

import { tierClass } from '../../tasks/tier-class.ts'
import { barPlace } from '../chart/chart-sizes.ts'
import { heldBars, plannedBars } from './preview-store.ts'
import { useTextWidth } from '../chart/text-width.ts'
import * as words from '../words.ts'

type Props = {
  item: TimelineItem
  scale: Scale
  today: Temporal.PlainDate
  /** True for the one bar that Tab reaches. */
  isTabStop: boolean
  isCritical: boolean
  hasSlack: boolean
}

/** Padding around a label inside its bar, in px. */
const LABEL_PADDING = 30
const TICK_PX = 20

/** A task's bar. The bar's handles are for pointers; keys on the bar make the same changes. */
export const Bar = memo(function Bar({ item, scale, today, isTabStop, isCritical, hasSlack }: Props) {
  const { task } = item
  const held = heldBars.useOf(task.id)
  const shown = held ?? { start: item.start, end: item.end, progress: task.progress }
  const { left, width } = barPlace(scale, shown)
  const labelWidth = useTextWidth(task.title)
  const fits = labelWidth + LABEL_PADDING + (task.completed ? TICK_PX : 0) <= width
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
        aria-describedby={hasSlack ? `timeline-keys slack-${task.id}` : 'timeline-keys'}
        className={look.filter(Boolean).join(' ')}
        style={style as CSSProperties}
      >
        {!task.completed && <span className="tl-progress" />}
        {task.completed && width >= TICK_WIDTH_MIN && (
          <Check size={14} strokeWidth={1.75} className="shrink-0" />
        )}
        {fits && (
          <span dir="auto" className="tl-label">
            {task.title}
          </span>
        )}
        {!fits && !task.completed && shown.progress > 0 && width >= PERCENT_PX && (
          <span className="tl-label">{words.percent(shown.progress)}</span>
        )}
        <span data-part="start" className="tl-handle" />
        <span data-part="end" className="tl-handle" />
        {!task.completed && <span data-part="progress" className="tl-knob" />}
        <span data-part="link" className="tl-link" />
      </button>
      {!fits && (
        <span
          aria-hidden
          dir="auto"
          className={`tl-label-out ${task.completed ? 'is-done' : ''} ${hasSlack && scale.mode === 'day' ? 'is-above' : ''}`}
          style={style as CSSProperties}
        >
          {task.title}
        </span>
      )}
      <PlannedBar taskId={task.id} scale={scale} />
    </>
  )
})

/** The minimum widths of bars that show their progress and a check mark, in px. */
const PERCENT_PX = 56
const TICK_WIDTH_MIN = 26
/** Bars wider than this, in px, keep their label in view while scrolling. */
const LONG_PX = 400

/** A dashed bar at the dates that an offer would move the real bar to. */
function PlannedBar({ taskId, scale }: { taskId: number; scale: Scale }) {
  const planned = plannedBars.useOf(taskId)
  if (!planned) return null
  const { left, width } = barPlace(scale, planned)
  return <span aria-hidden className="tl-planned" style={{ left, width }} />
}

function nameOfBar(
  { task, hasOwnEnd }: TimelineItem,
  shown: { start: number; end: number; progress: number },
  today: Temporal.PlainDate,
  isCritical: boolean,
): string {
  const parts = [
    task.title,
    words.span({ ...shown, hasOwnEnd }, today),
    words.state(task.completed, shown.progress),
  ]
  return [...parts, ...(isCritical ? [words.onCriticalPath] : [])].join(', ')
}

import { Check } from 'lucide-react'
import { memo } from 'react'

import { completionTime } from '#domain/completed-days.ts'
import { formatTime } from '#domain/due-date.ts'
import { formatEstimate, formatSpent } from '#domain/duration.ts'
import { cardPriorityName } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { CategoryBadge } from '../tasks/category-badge.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'

type Props = { task: Task; zone: string; onEdit: (task: Task) => void }

/** A completed task. Its title is the button, which lies over the whole row. */
export const CompletedRow = memo(function CompletedRow({ task, zone, onEdit }: Props) {
  const timeId = `completed-${task.id}`
  return (
    <div className="relative grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 rounded-md border border-transparent px-3 py-2.5 hover:border-line-2 hover:bg-surface max-sm:-mx-3 sm:grid-cols-[20px_minmax(0,1fr)_auto] sm:gap-x-4">
      <span
        aria-hidden
        className="mt-0.5 grid size-5 place-items-center rounded-full border border-ok-edge bg-ok-tint text-ok-text"
      >
        <Check size={12} strokeWidth={2.25} />
      </span>
      <div className="min-w-0">
        <h3 className="text-[14px]/5 font-[550]">
          <button type="button" onClick={() => onEdit(task)} aria-describedby={timeId} className={WHOLE_ROW}>
            <span className="line-clamp-2 wrap-anywhere">{task.title}</span>
          </button>
        </h3>
        {task.description && (
          <p className="line-clamp-2 max-w-[68ch] text-[13px]/5 wrap-anywhere text-fg-2">
            {task.description}
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-[12px]/4 text-fg-2">
          <PriorityChip level={task.priority} />
          <span>{cardPriorityName(task.priority)}</span>
          <CategoryBadge name={task.category} />
        </p>
      </div>
      <p
        id={timeId}
        className="max-sm:col-start-2 max-sm:mt-1 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 sm:text-right"
      >
        <span className="block text-[13px]/5 font-[550]">{formatTime(completionTime(task, zone))}</span>{' '}
        <span className="block text-[12px]/4 text-fg-3">{describeSpent(task)}</span>
      </p>
    </div>
  )
})

/** '1h 50m spent of 2h', with either half left out when there is none. */
function describeSpent({ elapsedTime, estimatedTime }: Task): string {
  const estimate = formatEstimate(estimatedTime)
  const spent = elapsedTime > 0 ? `${formatSpent(elapsedTime)} spent` : ''
  if (!estimate) return spent
  return spent ? `${spent} of ${estimate}` : `estimated ${estimate}`
}

/** Keys bring it clear of the header, and on a phone of the day's heading under it. */
const WHOLE_ROW =
  'block w-full scroll-mt-20 scroll-mb-20 max-sm:scroll-mt-28 text-left outline-none after:absolute after:-inset-px after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring'

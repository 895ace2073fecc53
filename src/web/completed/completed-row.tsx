import { memo } from 'react'

import { completionTime } from './completed-days.ts'
import { formatEstimate, formatSpent } from '#domain/duration.ts'
import { cardPriorityName } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'

import { CategoryBadge } from '../categories/category-badge.tsx'
import { Check } from '../complete/check.tsx'
import { reopenTask } from '../complete/complete-task.ts'
import { isPlainKey, useAnnouncedKeys } from '../keys/single-keys.ts'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { dates } from '../ui/dates.ts'
import * as words from './words.ts'

type Props = { task: Task; zone: string; onEdit: (task: Task) => void }

/** A completed task. The button in its title covers the whole row. */
export const CompletedRow = memo(function CompletedRow({ task, zone, onEdit }: Props) {
  const timeId = `completed-${task.id}`
  return (
    <div className="relative grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 rounded-md border border-transparent px-3 py-2.5 hover:border-line-2 hover:bg-surface max-sm:-mx-3 sm:grid-cols-[20px_minmax(0,1fr)_auto] sm:gap-x-4">
      <span className="pt-px">
        <Check
          title={task.title}
          isDone
          className="is-row"
          // Tab goes from row to row, and C on a row reopens its task.
          tabIndex={-1}
          onClick={() => void reopenTask(task)}
        />
      </span>
      <div className="min-w-0">
        <h3 className="text-[14px]/5 font-[550]">
          <button
            type="button"
            onClick={() => onEdit(task)}
            onKeyDown={(event) => isPlainKey(event, 'c') && void reopenTask(task)}
            aria-describedby={timeId}
            aria-keyshortcuts={useAnnouncedKeys('C')}
            className={WHOLE_ROW}
          >
            <span dir="auto" className="line-clamp-2 wrap-anywhere">
              {task.title}
            </span>
          </button>
        </h3>
        {task.description && (
          <p dir="auto" className="line-clamp-2 max-w-[68ch] text-[13px]/5 wrap-anywhere text-fg-2">
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
        <span className="block text-[13px]/5 font-[550]">{dates.time(completionTime(task, zone))}</span>{' '}
        <span className="block text-[12px]/4 text-fg-3">{describeSpent(task)}</span>
      </p>
    </div>
  )
})

function describeSpent({ elapsedTime, estimatedTime }: Task): string {
  const estimate = formatEstimate(estimatedTime)
  if (elapsedTime === 0) return estimate && words.estimated(estimate)
  const time = formatSpent(elapsedTime)
  return estimate ? words.spentOf(time, estimate) : words.spent(time)
}

/** The scroll margins keep a focused row clear of the sticky headers. */
const WHOLE_ROW =
  'block w-full scroll-mt-20 scroll-mb-20 max-sm:scroll-mt-28 text-start outline-none after:absolute after:-inset-px after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring'

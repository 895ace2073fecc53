import { Check } from 'lucide-react'

import { completionTime, groupByCompletionDay, type CompletedDay } from '#domain/completed.ts'
import { formatEstimate, formatSpent } from '#domain/duration.ts'
import { cardPriorityName } from '#domain/priority.ts'
import type { Task } from '#domain/task.ts'

import { CategoryBadge } from '../tasks/category-badge.tsx'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Props = { tasks: readonly Task[] | undefined; today: Temporal.PlainDate; onEdit: (task: Task) => void }

/** What was done, by day, newest first. */
export function CompletedList({ tasks, today, onEdit }: Props) {
  if (!tasks) return <output>Loading completed tasks...</output>
  const days = groupByCompletionDay(tasks, today, Temporal.Now.timeZoneId())
  if (days.length === 0) {
    return <EmptyState title="No completed tasks yet. Complete some tasks to see them here!" />
  }
  return days.map((day) => <Day key={day.title} day={day} onEdit={onEdit} />)
}

function Day({ day, onEdit }: { day: CompletedDay; onEdit: (task: Task) => void }) {
  const spent = day.tasks.reduce((seconds, task) => seconds + task.elapsedTime, 0)
  const count = day.tasks.length === 1 ? '1 task' : `${day.tasks.length} tasks`
  return (
    <section
      aria-label={day.title}
      className="grid gap-x-8 gap-y-2 border-t border-line py-6 first:border-t-0 max-sm:first:pt-4 sm:grid-cols-[184px_1fr]"
    >
      <div className="pl-0">
        <h2 className="text-[16px]/6 font-[580] tracking-[-0.015em]">{day.title}</h2>
        <p className="text-[12px]/4 text-fg-3">{spent > 0 ? `${count}, ${formatSpent(spent)}` : count}</p>
      </div>
      <ul className="min-w-0">
        {day.tasks.map((task) => (
          <li key={task.id}>
            <CompletedRow task={task} onEdit={onEdit} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CompletedRow({ task, onEdit }: { task: Task; onEdit: (task: Task) => void }) {
  const at = completionTime(task, Temporal.Now.timeZoneId())
  return (
    <button
      type="button"
      onClick={() => onEdit(task)}
      className="flex w-full items-start gap-3 rounded-md border border-transparent px-3 py-2 text-left hover:border-line-2 hover:bg-surface"
    >
      <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-ok-edge bg-ok-tint text-ok-text">
        <Check aria-label="Completed" size={12} strokeWidth={2.25} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-[14px]/5 font-[550] break-words">{task.title}</span>
        {task.description && (
          <span className="line-clamp-2 max-w-[68ch] text-[13px]/5 break-words text-fg-2">
            {task.description}
          </span>
        )}
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-[12px]/4 text-fg-2">
          <PriorityChip level={task.priority} />
          {cardPriorityName(task.priority)}
          <CategoryBadge name={task.category} />
        </span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-[13px]/5 font-[550]">
          {at.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })}
        </span>
        <span className="block text-[12px]/4 text-fg-3">{describeSpent(task)}</span>
      </span>
    </button>
  )
}

/** '1h 50m spent of 2h', with either half left out when there is none. */
function describeSpent({ elapsedTime, estimatedTime }: Task): string {
  const estimate = formatEstimate(estimatedTime)
  const spent = elapsedTime > 0 ? `${formatSpent(elapsedTime)} spent` : ''
  if (!estimate) return spent
  return spent ? `${spent} of ${estimate}` : `estimated ${estimate}`
}

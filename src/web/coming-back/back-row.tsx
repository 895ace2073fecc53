import { ANSWERS, type Answer } from '#domain/tasks/day/coming-back.ts'
import { dueLabel } from '#domain/tasks/due-date.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { PriorityChip } from '../tasks/priority-chip.tsx'
import { Segmented } from '../ui/segmented.tsx'
import * as words from './words.ts'

const OPTIONS = ANSWERS.map((value) => ({ value, label: words.answers[value] }))

type Props = {
  task: ShortTask
  answer: Answer
  today: Temporal.PlainDate
  /** Whether the dialog opens with the focus here. */
  isFirst: boolean
  onChoose: (answer: Answer) => void
}

export function BackRow({ task, answer, today, isFirst, onChoose }: Props) {
  const since = dueLabel(task.dueDate, today, Temporal.Now.timeZoneId())
  return (
    <li>
      <div
        data-row={task.id}
        className="-mx-2 flex min-h-9.5 items-center gap-2 rounded-md px-2 py-0.75 max-sm:flex-wrap max-sm:gap-y-1 max-sm:py-3 sm:has-focus-visible:outline-2 sm:has-focus-visible:outline-(--ring)"
      >
        <PriorityChip level={task.priority} />
        <span
          dir="auto"
          title={task.title}
          className="min-w-0 flex-1 truncate text-[13px]/5 font-[550] max-sm:text-[15px]/5"
        >
          {task.title}
        </span>
        <span className="mr-2 text-[12px]/4 whitespace-nowrap text-fg-2 max-sm:w-full max-sm:pb-1 max-sm:text-[13px]">
          {since}
        </span>
        <div className="max-sm:w-full sm:[&_button]:outline-none">
          <Segmented
            value={answer}
            onChange={onChoose}
            options={OPTIONS}
            label={words.choose(task.title)}
            isFirstField={isFirst}
            size="auto"
          />
        </div>
      </div>
    </li>
  )
}

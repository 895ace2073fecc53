import { LEVEL_DEFAULT } from '#domain/tasks/priority.ts'

import { openQuickAdd } from '../quick-add/open.ts'
import { QuickAddLine } from '../quick-add/quick-add-line.tsx'
import { tierClass } from '../tasks/tier-class.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import { Step } from './step.tsx'
import * as words from './words.ts'

/** The line for typing the first task. On phones, a button that opens the line above the keyboard. */
export function FirstTask() {
  const isNarrow = useMediaQuery(NARROW)
  return (
    <Step step="task" texts={words.task}>
      <div data-quick-line className={`mt-2.5 ${tierClass(LEVEL_DEFAULT)}`}>
        {isNarrow ? (
          <button
            type="button"
            onClick={() => openQuickAdd({ level: LEVEL_DEFAULT })}
            className="flex min-h-11 w-full items-center gap-3 rounded-lg border border-control bg-surface px-4 text-start text-[15px]/6 text-fg-3"
          >
            <span
              aria-hidden
              className="size-4.5 shrink-0 rounded-full border-[1.5px] border-dashed border-control"
            />
            <span className="sr-only">{words.task.open}</span>
            <span className="truncate">{words.task.shortExample}</span>
          </button>
        ) : (
          <QuickAddLine level={LEVEL_DEFAULT} example={words.task.example} />
        )}
      </div>
    </Step>
  )
}

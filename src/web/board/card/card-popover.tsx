import { type LucideIcon, Pencil, Play, Trash2 } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'

import { formatClock, formatEstimate } from '#domain/duration.ts'
import { cardPriorityName } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { CategoryBadge } from '../../categories/category-badge.tsx'
import { PriorityChip } from '../../tasks/priority-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useUnmount } from '../../ui/use-unmount.ts'
import { useBoardActions } from '../board-actions.ts'
import { type CardInfo, hideCardInfo } from './card-info-store.ts'
import { DueInFull } from './due-in-full.tsx'
import { Fact } from './fact.tsx'
import { findCard, focusLevel, focusNextCard } from './focus-card.ts'
import * as later from '../later-words.ts'
import * as words from '../words.ts'
import { confirmDelete } from '../../tasks/words.ts'

type Props = { task: ShortTask; today: Temporal.PlainDate; by: CardInfo }

/** A summary of a card's task, and its actions. Stays open while the pointer or the focus is inside. */
export function CardPopover({ task, today, by }: Props) {
  const { edit, startWork, complete } = useBoardActions()
  const place = useRef<HTMLSpanElement>(null)
  const remove = () => {
    if (!window.confirm(confirmDelete)) return
    hideCardInfo()
    if (by === 'key') focusNextCard(task.id)
    complete(task)
  }
  const doAndClose = (run: (task: ShortTask) => void) => () => {
    hideCardInfo()
    run(task)
  }
  // The summary also closes when another one opens or the card disappears. Keep the focus where the user moved it.
  useUnmount(() => {
    // Otherwise the summary would open by itself when the card returns.
    if (!findCard(task.id)) hideCardInfo()
    if (by !== 'key' || document.activeElement !== document.body) return
    const title = findCard(task.id)?.querySelector<HTMLElement>('.card-open')
    // Scrolling would move the element that is being clicked.
    if (title) title.focus({ preventScroll: true })
    else focusLevel(task.priority)
  })
  return (
    <>
      <span ref={place} aria-hidden className="pointer-events-none absolute inset-y-4 right-2 left-0" />
      <Popover
        open
        onOpenChange={(isOpen) => !isOpen && hideCardInfo()}
        label={later.summary(task.title)}
        align="end"
        keepFocus={by === 'hover'}
        anchor={place}
        className="w-74 p-2"
      >
        <p
          dir="auto"
          className="px-1.5 pt-1.5 pb-2.5 text-[14px]/5 font-[590] tracking-[-0.012em] break-words"
        >
          {task.title}
        </p>
        <dl className="grid grid-cols-[72px_1fr] gap-x-3 gap-y-1.5 px-1.5 pb-3 text-label leading-[19px]">
          <Fact name={later.fields.priority}>
            <span className="inline-flex items-center gap-1.5">
              <PriorityChip level={task.priority} /> {cardPriorityName(task.priority)}
            </span>
          </Fact>
          <Fact name={later.fields.due}>
            <DueInFull dueDate={task.dueDate} today={today} />
          </Fact>
          <Fact name={later.fields.time}>{timeText(task)}</Fact>
          <Fact name={later.fields.category}>
            <CategoryBadge name={task.category} />
          </Fact>
          {task.projectName && (
            <Fact name={later.fields.project}>
              <bdi>{task.projectName}</bdi>
            </Fact>
          )}
        </dl>
        <div className="flex justify-between border-t border-line pt-2">
          <Action icon={Pencil} label={later.editTask} onClick={doAndClose(edit)} />
          <Action icon={Play} label={words.startWork} onClick={doAndClose(startWork)} />
          <Action icon={Trash2} label={later.deleteTask} variant="danger-ghost" onClick={remove} />
        </div>
      </Popover>
    </>
  )
}

type ActionProps = Pick<ComponentProps<typeof Button>, 'variant' | 'onClick'> & {
  icon: LucideIcon
  label: string
}

function Action({ icon: Icon, label, variant = 'ghost', onClick }: ActionProps) {
  return (
    <Button variant={variant} size="sm" className="text-meta" icon={<Icon size={14} />} onClick={onClick}>
      {label}
    </Button>
  )
}

/** Returns the time spent and the estimate, such as '25m 10s of 45m', or only the time if there is no estimate. */
function timeText({ elapsedTime, estimatedTime }: ShortTask): string {
  const estimate = formatEstimate(estimatedTime)
  return estimate ? later.spentOf(formatClock(elapsedTime), estimate) : formatClock(elapsedTime)
}

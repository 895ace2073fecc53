import { ChevronsUp, Clock, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

import { parseEstimate } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { finishDay } from '#domain/tasks/slack/slack.ts'

import { isPlainKey } from '../../keys/single-keys.ts'
import { Button } from '../../ui/button.tsx'
import { dates } from '../../ui/dates.ts'
import { passFocus } from '../../ui/focus-view.ts'
import { Popover } from '../../ui/popover.tsx'
import { Fact } from './fact.tsx'
import { HOVER_MS, LEAVE_MS, leaveCard } from './card-info-store.ts'
import { focusCard } from './focus-card.ts'
import { dismissMark, followSlack } from './slack-commands.ts'
import type { BoardMark } from './slack-mark-store.ts'
import * as words from '../../slack/words.ts'

/** A ref that moves the focus to the card's title when a key or another device removes the mark. */
const passFocusToCard = passFocus((mark) =>
  mark.closest('.card')?.querySelector<HTMLElement>('.card-open')?.focus(),
)

type Props = { task: ShortTask; mark: BoardMark; isCompact: boolean }

/** Shows on a card that its slack calls for a more urgent level. Small cards and phones show only the level. */
export function SlackMark({ task, mark, isCompact }: Props) {
  const { calendar, level, slack } = mark
  const popover = useMarkPopover()
  const text = words.mark(slack.seconds, calendar.averageDay, level)
  const move = () => {
    // The mark's details disappear.
    focusCard(task.id, 'title')
    followSlack(task)
  }
  const dismiss = () => dismissMark(task.id)
  return (
    <span
      ref={passFocusToCard}
      className="relative z-1 inline-flex h-6.5 rounded-sm border border-warn-edge bg-warn-tint text-[12px]/4 font-[550] text-warn-text"
    >
      <span className="contents" {...popover.handlers}>
        <Popover
          label={words.details(task.title)}
          open={popover.isOpen}
          onOpenChange={popover.setIsOpen}
          keepFocus={popover.isHovered}
          className="w-78 max-w-[calc(100vw-16px)] p-2"
          trigger={
            <button
              type="button"
              aria-label={text}
              className={`${PART} gap-1.5 rounded-l-[5px]`}
              onClick={popover.onPress}
            >
              <ChevronsUp size={13} strokeWidth={2} />
              {!isCompact && <span className="max-sm:hidden">{text}</span>}
              <span className={isCompact ? undefined : 'sm:hidden'}>{level}</span>
            </button>
          }
        >
          <p className="px-1.5 pt-1.5 pb-2.5 text-[14px]/5 font-[590]">{text}</p>
          <Facts task={task} mark={mark} />
          <p className="px-1.5 pt-1 pb-3 text-meta text-fg-3">{words.explained}</p>
          <div className="flex gap-1 border-t border-line pt-2">
            <Button variant="ghost" size="sm" icon={<ChevronsUp size={14} />} onClick={move}>
              {words.moveTo(level)}
            </Button>
            <Button variant="ghost" size="sm" icon={<Clock size={14} />} onClick={dismiss}>
              {words.dismiss}
            </Button>
          </div>
        </Popover>
      </span>
      {!isCompact && (
        <>
          <button type="button" className={`${PART} ${BESIDE}`} onClick={move}>
            {words.moveTo(level)}
          </button>
          <button
            type="button"
            aria-label={words.dismiss}
            title={words.dismiss}
            className={`${PART} ${BESIDE} rounded-r-[5px]`}
            onClick={dismiss}
          >
            <X size={13} strokeWidth={2} />
          </button>
        </>
      )}
    </span>
  )
}

/** Opens a mark's details instead of the card's summary, on a click, the I key or hover. */
function useMarkPopover() {
  const [openedBy, setOpenedBy] = useState<'hover' | 'press' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wait = (ms: number, next: 'hover' | null) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpenedBy(next), ms)
  }
  return {
    isOpen: openedBy !== null,
    isHovered: openedBy === 'hover',
    setIsOpen: (isOpen: boolean) => {
      clearTimeout(timer.current)
      setOpenedBy(isOpen ? 'press' : null)
    },
    /** Keeps the details open on a click if hovering opened them. */
    onPress: (event: { preventDefault: () => void }) => {
      if (openedBy !== 'hover') return
      event.preventDefault()
      setOpenedBy('press')
    },
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return
        leaveCard()
        if (openedBy === null) wait(HOVER_MS, 'hover')
        else clearTimeout(timer.current)
      },
      onPointerMove: (event: PointerEvent) => event.stopPropagation(),
      onPointerLeave: () => {
        clearTimeout(timer.current)
        if (openedBy === 'hover') wait(LEAVE_MS, null)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPlainKey(event, 'i')) return
        event.stopPropagation()
        setOpenedBy('press')
      },
    },
  }
}

/** A part of the mark whose clickable area is larger than it looks. */
const PART =
  'relative inline-flex items-center px-1.75 hover:bg-hover after:absolute after:-inset-y-1 after:inset-x-0 touch:after:-inset-y-2.5 max-sm:after:-inset-x-1'
const BESIDE = 'border-l border-warn-edge max-sm:hidden'

function Facts({ task, mark: { calendar, slack } }: Pick<Props, 'task' | 'mark'>) {
  const finish = finishDay(task.dueDate, slack, calendar, Temporal.Now.timeZoneId())
  const start = calendar.startAt(slack.latestStart)
  const estimate = task.estimatedTime?.trim() ? parseEstimate(task.estimatedTime) : null
  return (
    <dl className="grid grid-cols-[112px_1fr] gap-x-3 gap-y-1.5 px-1.5 pb-2 text-label leading-[19px]">
      <Fact name={slack.isOwn ? words.due : words.neededBy}>{dayText(finish)}</Fact>
      <Fact name={words.workLeft}>{words.workOf(slack.workLeft, estimate)}</Fact>
      <Fact name={words.hoursUntilThen}>{words.work(slack.seconds + slack.workLeft)}</Fact>
      <Fact name={words.latestStart}>
        <span className="font-semibold">
          {dayText(start.toPlainDate())}, {dates.time(start)}
        </span>
      </Fact>
    </dl>
  )
}

function dayText(day: Temporal.PlainDate): string {
  const today = Temporal.Now.plainDateISO()
  if (day.equals(today)) return words.today
  return `${dates.weekday(day)}, ${dates.shortDay(day, today)}`
}

import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react'

import { makeDayFilter, measureDay } from '#domain/tasks/day/day.ts'
import { listLeftOver } from '#domain/tasks/day/left-over.ts'
import { listMovable } from '#domain/tasks/day/too-much.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useSettings } from '../account/settings.ts'
import { awayReport } from '../away/last-here.ts'
import { deferred, onUse } from '../boot/deferred.tsx'
import { useIsDragging } from '../board/drag/drag-store.ts'
import { useIsComingBack } from '../coming-back/coming-back.tsx'
import { createStore, useStore } from '../state/store.ts'
import { usesFieldOrDialog } from '../ui/focus-view.ts'
import { useIsPast } from '../ui/today.ts'
import { answerPlan } from './answer-plan.ts'
import type { Answered } from './morning-panel.tsx'

const panelCode = onUse('day-panels/panels.ts', () => import('./panels.ts'))

const AwayPanel = deferred(panelCode, 'AwayPanel', { canWait: () => true })
const MorningPanel = deferred(panelCode, 'MorningPanel', { canWait: () => true })
const TooMuchPanel = deferred(panelCode, 'TooMuchPanel', { canWait: () => true })

/** The day and the plan whose panel was closed. */
const hiddenPlan = createStore('')

type Props = {
  tasks: readonly ShortTask[]
  today: Temporal.PlainDate
  /** Whether the board shows only the tasks of today. */
  showsDay: boolean
  /** Scrolls to a task on the board. */
  onShow: (task: ShortTask) => void
}

/** The panel above the board, if there is something to say or ask about the day. Only one panel appears at a time. */
export function DayPanels({ tasks: newest, today, showsDay, onShow }: Props) {
  // A click on a card shows its effect before the day's load is recomputed.
  const tasks = useDeferredValue(newest)
  const settings = useSettings()
  const { hoursPerWeekday, putOffPlans } = settings
  const ofToday = useMemo(() => tasks.filter(makeDayFilter(today, Temporal.Now.timeZoneId())), [tasks, today])
  const load = useMemo(() => measureDay(ofToday, today, hoursPerWeekday), [ofToday, today, hoursPerWeekday])
  const left = useMemo(() => listLeftOver(tasks, today, putOffPlans), [tasks, today, putOffPlans])
  const isOver = load.planned > load.capacity
  const movable = isOver ? listMovable(ofToday, today, Temporal.Now.timeZoneId()) : []
  const away = useStore(awayReport)
  const [chosen, setChosen] = useState<readonly Answered[]>([])
  // A choice that was undone or rejected is open again.
  const answered = useMemo(() => {
    const open = new Set(
      (chosen.length > 0 ? listLeftOver(newest, today, putOffPlans) : []).map(({ id }) => id),
    )
    return chosen.filter(({ task }) => !open.has(task.id))
  }, [chosen, newest, today, putOffPlans])
  // Logged time doesn't change the plan.
  const estimates = ofToday.flatMap(({ id, estimatedTime }) =>
    estimatedTime ? `${id} ${estimatedTime}` : [],
  )
  const plan = [today.toString(), load.capacity, ...estimates.toSorted()].join()
  const isHidden = useStore(hiddenPlan) === plan
  const hasBegun = useIsPast(settings.dayStartsAt)
  const isMorning = (hasBegun && left.length > 0) || answered.length > 0
  const isTooMuch = showsDay && movable.length > 0 && !isHidden
  const isComingBack = useIsComingBack(today)
  const wanted = isMorning ? 'morning' : isTooMuch ? 'too-much' : away ? 'away' : null
  const shown = useAppearance(isComingBack ? null : wanted)

  if (shown === 'away') return away && <AwayPanel shown={away} tasks={tasks} today={today} onShow={onShow} />
  const without = ({ id }: ShortTask) => answered.filter(({ task }) => task.id !== id)
  if (shown === 'morning') {
    return (
      <MorningPanel
        left={left}
        answered={answered}
        load={load}
        today={today}
        onAnswer={(task, answer) => {
          setChosen([...without(task), { task, answer }])
          answerPlan(task, answer, without(task).length === answered.length, today, settings)
        }}
        onLeave={setChosen}
      />
    )
  }
  if (shown === null) return null
  return (
    <TooMuchPanel
      // Each plan has its own suggestion.
      key={plan}
      load={load}
      movable={movable}
      today={today}
      onHide={() => hiddenPlan.set(plan)}
    />
  )
}

type Kind = 'away' | 'morning' | 'too-much' | null

/** Returns the panel to show. None appears while someone types, drags a card or uses a dialog. */
function useAppearance(wanted: Kind): Kind {
  const isTyping = useSyncExternalStore(onFocus, usesFieldOrDialog)
  const isBusy = useIsDragging() || isTyping
  const [shown, setShown] = useState<Kind>(null)
  const next = wanted === shown || !isBusy ? wanted : null
  if (next !== shown) setShown(next)
  return next
}

function onFocus(listener: () => void): () => void {
  // While the focus moves from one field to the next, no element has it.
  const listen = () => setTimeout(listener)
  const end = new AbortController()
  for (const type of ['focusin', 'focusout']) document.addEventListener(type, listen, end)
  return () => end.abort()
}

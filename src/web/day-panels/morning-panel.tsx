import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef } from 'react'

import { type DayLoad, workLeft } from '#domain/tasks/day/day.ts'
import { type PlanAnswer, PLAN_ANSWERS } from '#domain/tasks/day/left-over.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { changeTogether } from '../selection/change-together.ts'
import { work } from '../slack/words.ts'
import { PriorityChip } from '../tasks/priority-chip.tsx'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { focusView, passFocusToView } from '../ui/focus-view.ts'
import * as words from './words.ts'
import { QuietPanel } from '../ui/quiet-panel.tsx'

const OPTIONS = PLAN_ANSWERS.map((value) => ({ value, label: words.answers[value] }))

/** How long answered rows stay after the last choice, in ms. Source: design, 'Today'. */
const STAYS_MS = 1200

/** A choice, and the task as it was before. */
export type Answered = { task: ShortTask; answer: PlanAnswer }

type Props = {
  /** The tasks left from an earlier day. */
  left: readonly ShortTask[]
  /** The answered tasks that are still shown, as they were before. */
  answered: readonly Answered[]
  load: DayLoad
  today: Temporal.PlainDate
  onAnswer: (task: ShortTask, answer: PlanAnswer) => void
  /** Removes answered rows, except those in `kept`. */
  onLeave: (kept: readonly Answered[]) => void
}

/** Asks about each task that was planned for an earlier day and isn't finished. */
export function MorningPanel({ left, answered, load, today, onAnswer, onLeave }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const answerById = new Map(answered.map(({ task, answer }) => [task.id, answer]))
  const open = left.filter(({ id }) => !answerById.has(id))
  const rows = [...open, ...answered.map(({ task }) => task)].toSorted(
    (a, b) => a.priority - b.priority || a.position - b.position,
  )
  const answer = (task: ShortTask, choice: PlanAnswer) => {
    const next = nextOpen(rows, task, (id) => !answerById.has(id))
    if (next) list.current?.querySelector<HTMLElement>(`[data-left="${next.id}"] [role=radio]`)?.focus()
    else if (list.current) focusView(list.current)
    onAnswer(task, choice)
  }
  const leave = useEffectEvent(() => {
    // On a touch screen, the place of the last tap still counts as hovered.
    const held = matchMedia('(hover: hover)').matches ? ':hover, :active' : ':active'
    // A row that leaves moves the ones below it, so that a click could answer for another task.
    if (list.current?.matches(held)) return
    const focused = list.current?.querySelector<HTMLElement>('[data-left]:focus-within')?.dataset.left
    onLeave(answered.filter(({ task }) => String(task.id) === focused))
  })
  useEffect(() => {
    if (answered.length === 0) return
    const timer = setInterval(() => leave(), STAYS_MS)
    return () => clearInterval(timer)
  }, [answered])
  const planAll = (event: MouseEvent<HTMLElement>) => {
    focusView(event.currentTarget)
    const changes = open.map((task) => ({ task, patch: { plannedFor: today.toString() } }))
    changeTogether(changes, words.plannedForToday)
  }
  const planDays = [...new Set(rows.map(({ plannedFor }) => plannedFor))]
  return (
    <QuietPanel
      title={words.leftOver(rows.length, planDays, today)}
      note={<span className="max-sm:hidden">{words.notFinished(planDays, today)}</span>}
      action={
        <Button variant="ghost" onClick={planAll} disabled={open.length === 0}>
          {words.allToday}
        </Button>
      }
    >
      <ul
        ref={list}
        onKeyDownCapture={moveFocus}
        className="-mx-1 max-h-[50dvh] divide-y divide-line overflow-y-auto px-1"
      >
        {rows.map((task) => (
          <Row
            key={task.id}
            task={task}
            answer={answerById.get(task.id) ?? null}
            onAnswer={(choice) => answer(task, choice)}
          />
        ))}
      </ul>
      <output className="mt-2 block text-[12px]/4 text-fg-2">
        {words.holds(work(load.planned), work(load.capacity))}
      </output>
    </QuietPanel>
  )
}

type RowProps = {
  task: ShortTask
  answer: PlanAnswer | null
  onAnswer: (answer: PlanAnswer) => void
}

function Row({ task, answer, onAnswer }: RowProps) {
  return (
    <li
      // Another device may answer for the task.
      ref={passFocusToView}
      data-left={task.id}
      className="flex min-h-10 items-center gap-x-2 py-0.75 gap-y-2 max-sm:flex-wrap max-sm:py-3"
    >
      <PriorityChip level={task.priority} />
      <span
        dir="auto"
        title={task.title}
        className="min-w-0 flex-1 truncate text-label font-[550] max-sm:text-[15px]/5"
      >
        {task.title}
      </span>
      {workLeft(task) > 0 && (
        <span className="mr-2 text-label whitespace-nowrap text-fg-2 max-sm:hidden">
          {words.workLeft(work(workLeft(task)))}
        </span>
      )}
      <div className="max-sm:w-full">
        <Segmented
          value={answer}
          onChange={onAnswer}
          options={OPTIONS}
          label={words.choose(task.title)}
          size="auto"
        />
      </div>
    </li>
  )
}

/** Moves the focus with the arrow keys. In a radio group, they would make a choice. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const columns = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -PLAN_ANSWERS.length,
    ArrowDown: PLAN_ANSWERS.length,
  }
  const step = columns[event.key as keyof typeof columns]
  if (step === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
  radios[radios.indexOf(event.target as HTMLElement) + step]?.focus()
}

/** Returns the next unanswered task after a row, else one before it. */
function nextOpen(
  rows: readonly ShortTask[],
  task: ShortTask,
  isOpen: (id: number) => boolean,
): ShortTask | undefined {
  const at = rows.indexOf(task)
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ id }) => isOpen(id))
}

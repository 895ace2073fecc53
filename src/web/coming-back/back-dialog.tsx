import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

import type { Away } from '#domain/account/settings.ts'
import { BULK_TASKS_MAX } from '#domain/limits.ts'
import {
  ANSWERS,
  type Answer,
  daysAway,
  listOverdue,
  nextWeekDay,
  patchFor,
  suggestAnswers,
} from '#domain/tasks/day/coming-back.ts'
import { makeDayFilter, measureDay, workLeft } from '#domain/tasks/day/day.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { useSettings } from '../account/settings.ts'
import { areSingleKeysOn, isPlainKey } from '../keys/single-keys.ts'
import { changeTogether } from '../selection/change-together.ts'
import { work } from '../slack/words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { fieldDates } from '../ui/field-dates.ts'
import { Kbd } from '../ui/kbd.tsx'
import { BackRow } from './back-row.tsx'
import * as words from './words.ts'

type Props = {
  open: boolean
  away: Away
  firstName: string | null
  tasks: readonly ShortTask[]
  today: Temporal.PlainDate
  onClose: () => void
  onApplied: () => void
}

/** Groups the overdue tasks by what to do with them. Changes nothing before Apply. */
export function BackDialog({ open, away, firstName, tasks, today, onClose, onApplied }: Props) {
  const zone = Temporal.Now.timeZoneId()
  const { hoursPerWeekday } = useSettings()
  const [{ overdue, suggested, planned, capacity }] = useState(() =>
    prepare(tasks, { today, zone }, hoursPerWeekday),
  )
  const [chosen, setChosen] = useState<ReadonlyMap<number, Answer>>(suggested)
  const list = useRef<HTMLDivElement>(null)
  const toFocus = useRef<string | null>(null)
  // A choice moves the row to a different group, so the focus follows after rendering.
  useLayoutEffect(() => {
    if (toFocus.current) list.current?.querySelector<HTMLElement>(toFocus.current)?.focus()
    toFocus.current = null
  })

  const isFor = (answer: Answer) => (task: ShortTask) => chosen.get(task.id) === answer
  const shown = ANSWERS.flatMap((answer) => overdue.filter(isFor(answer)))
  const nextWeek = nextWeekDay(today, hoursPerWeekday)
  const workToday = overdue.filter(isFor('today')).reduce((sum, task) => sum + workLeft(task), planned)
  const details: Record<Answer, string> = {
    today: words.capacity(work(workToday), work(capacity)),
    nextWeek: words.due(fieldDates.show(nextWeek.toString(), Temporal.Now.zonedDateTimeISO())),
    letGo: words.noDate,
  }

  const choose = (id: number, answer: Answer, focused: string) => {
    toFocus.current = focused
    setChosen(new Map(chosen).set(id, answer))
  }
  const onKey = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-row]')
    const place = shown.findIndex(({ id }) => String(id) === row?.dataset['row'])
    const task = shown[place]
    if (!task) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const answer = ANSWERS.find((_one, index) => isPlainKey(event, String(index + 1)))
    if (step === 0 && !answer) return
    // Otherwise the arrow keys would change the choice.
    event.preventDefault()
    event.stopPropagation()
    const next = shown[place + (step || 1)] ?? task
    if (answer) choose(task.id, answer, rowOf(next.id))
    else list.current?.querySelector<HTMLElement>(rowOf(next.id))?.focus()
  }
  const apply = () => {
    const days = { today, nextWeek }
    // Another device may have rescheduled or completed tasks in the meantime.
    const changes = listOverdue(tasks, { today, zone }).flatMap((task) => {
      const answer = chosen.get(task.id)
      return answer ? [{ task, patch: patchFor(answer, task, days, zone) }] : []
    })
    onClose()
    onApplied()
    changeTogether(changes, words.sorted)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="form"
      title={words.title(firstName)}
      subtitle={
        <p className="text-label text-fg-2 max-sm:text-[14px]/5">
          {words.intro(daysAway(away), overdue.length)}
        </p>
      }
      footer={
        <DialogFooter start={<Keys />}>
          <Button variant="ghost" onClick={onClose}>
            {words.later}
          </Button>
          <Button variant="primary" onClick={apply}>
            {words.apply(overdue.length)}
          </Button>
        </DialogFooter>
      }
    >
      <div ref={list} onKeyDownCapture={onKey} className="flex flex-col gap-4">
        {ANSWERS.map((answer, index) => (
          <section key={answer} aria-label={words.groups[answer]}>
            <div className="flex min-h-8 items-center gap-2 border-b border-line-2">
              <span aria-hidden className="max-sm:hidden">
                <Kbd>{index + 1}</Kbd>
              </span>
              <h3 className="text-[14px]/5 font-semibold">{words.groups[answer]}</h3>
              <span className="ml-auto text-[12px]/4 text-fg-2 tabular-nums">{details[answer]}</span>
            </div>
            <ul className="divide-y divide-line">
              {shown.filter(isFor(answer)).map((task) => (
                <BackRow
                  key={task.id}
                  task={task}
                  answer={answer}
                  today={today}
                  isFirst={task === shown[0]}
                  onChoose={(chosenAnswer) => choose(task.id, chosenAnswer, rowOf(task.id))}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Keys() {
  return (
    <span className="flex items-center gap-2 text-[12px]/4 text-fg-2">
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd>
      {words.task}
      {areSingleKeysOn() && (
        <>
          {ANSWERS.map((answer, index) => (
            <Kbd key={answer}>{index + 1}</Kbd>
          ))}
          {words.sort}
        </>
      )}
    </span>
  )
}

/** Returns the selector of the button chosen for a task. */
const rowOf = (id: number) => `[data-row="${id}"] [aria-checked=true]`

function prepare(
  tasks: readonly ShortTask[],
  viewer: { today: Temporal.PlainDate; zone: string },
  hoursPerWeekday: readonly number[],
) {
  const overdue = listOverdue(tasks, viewer).slice(0, BULK_TASKS_MAX)
  const ids = new Set(overdue.map(({ id }) => id))
  const isForToday = makeDayFilter(viewer.today, viewer.zone)
  const others = tasks.filter((task) => !ids.has(task.id) && isForToday(task))
  const { planned, capacity } = measureDay(others, viewer.today, hoursPerWeekday)
  return { overdue, suggested: suggestAnswers(overdue, capacity - planned), planned, capacity }
}

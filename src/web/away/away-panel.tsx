import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'

import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { Button } from '../ui/button.tsx'
import { passFocusToView } from '../ui/focus-view.ts'
import { QuietPanel } from '../ui/quiet-panel.tsx'
import { type AwayReport, awayReport } from './last-here.ts'
import * as words from './words.ts'

/** The maximum number of entries in a column. The rest are shown as a count, such as "3 more". */
const ENTRIES_MAX = 4

type Entry = { task: ShortTask; detail: string }

type Props = {
  shown: AwayReport
  tasks: readonly ShortTask[]
  today: Temporal.PlainDate
  onShow: (task: ShortTask) => void
}

export function AwayPanel({ shown: { since, report }, tasks, today, onShow }: Props) {
  const [, navigate] = useLocation()
  // The tasks can change or be deleted while the panel is open.
  const newest = Map.groupBy(tasks, ({ id }) => id)
  const entryOf = ({ id }: ShortTask, detail: string) =>
    newest.get(id)?.map((task) => ({ task, detail })) ?? []
  const show = (task: ShortTask) => (task.completed ? navigate('/?view=completed') : onShow(task))
  const columns = [
    {
      title: words.columns.movedUp,
      entries: report.movedUp.flatMap((task) => entryOf(task, words.holdsSlot(task))),
    },
    {
      title: words.columns.changed,
      entries: report.changed.flatMap(({ task, was }) => entryOf(task, words.change(task, was, today))),
    },
    {
      title: words.columns.overdue,
      entries: report.overdue.flatMap((task) => entryOf(task, words.since(task, today))),
    },
  ].filter(({ entries }) => entries.length > 0)
  if (columns.length === 0) return null
  const at = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(Temporal.Now.timeZoneId())
  return (
    <QuietPanel
      title={words.title}
      note={
        <>
          <span className="max-sm:hidden">{words.lastHere(at, today)}</span>
          <span className="sm:hidden">{words.lastHere(at, today, true)}</span>
        </>
      }
      action={
        <Button variant="ghost" onClick={() => awayReport.set(null)}>
          {words.gotIt}
        </Button>
      }
    >
      <div className="mt-1 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {columns.map(({ title, entries }) => (
          <Column key={title} title={title} entries={entries} onShow={show} />
        ))}
      </div>
    </QuietPanel>
  )
}

type ColumnProps = { title: string; entries: readonly Entry[]; onShow: (task: ShortTask) => void }

function Column({ title, entries, onShow }: ColumnProps) {
  const list = useRef<HTMLUListElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? entries : entries.slice(0, ENTRIES_MAX)
  const showAll = () => {
    flushSync(() => setShowsAll(true))
    // The button has disappeared.
    list.current?.querySelectorAll('button')[ENTRIES_MAX]?.focus()
  }
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="border-b border-line-2 pb-1.5 text-[12px]/4 font-medium text-fg-2">{title}</h3>
      <ul ref={list} className="pt-1">
        {shown.map(({ task, detail }) => (
          <li key={task.id} ref={passFocusToView}>
            <button
              type="button"
              className="block w-full rounded-sm py-1 text-left hover:bg-hover"
              onClick={() => onShow(task)}
            >
              <span dir="auto" className="block truncate text-[13px]/5 font-medium" title={task.title}>
                {task.title}
              </span>
              <span className="block truncate text-[12px]/4 text-fg-2">{detail}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button variant="ghost" size="sm" className="-ml-3" onClick={showAll}>
          {words.more(entries.length - shown.length)}
        </Button>
      )}
    </section>
  )
}

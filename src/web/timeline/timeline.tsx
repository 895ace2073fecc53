import { type ReactNode, useMemo, useRef, useState } from 'react'

import { criticalPath, describePath } from '#domain/critical-path.ts'
import type { Task } from '#domain/task.ts'
import { TIMELINE_SIZES } from '#domain/timeline-scale.ts'
import { type TimelineItem, keepOrder } from '#domain/timeline.ts'

import { EmptyState } from '../ui/empty-state.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { useTopOnPage } from '../use-top-on-page.ts'
import { Chart, type ChartHandle } from './chart.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { itemsOf, linksOf } from './known-items.ts'
import { Legend } from './legend.tsx'
import { LinksDialog } from './links-dialog.tsx'
import { setPlace, usePlace } from './place-store.ts'
import { PrintedTimeline } from './printed-timeline.tsx'
import { TimelineActionsProvider } from './timeline-actions.ts'
import { TimelineBar } from './timeline-bar.tsx'
import { usePrinting } from './use-printing.ts'
import { useTimeline } from './use-timeline.ts'

export type TimelineProps = {
  /** Every task of the user: dependencies reach beyond the filters. */
  tasks: readonly Task[] | undefined
  /** The tasks the filters leave. */
  shown: readonly Task[] | undefined
  today: Temporal.PlainDate
  /** `openerGone` puts the focus on the bar again, or on one near it, when that is gone. */
  onEdit: (task: Task, openerGone?: () => void) => void
  /** Stands in the place of the chart when no task is shown at all. */
  empty?: ReactNode
}

/** The tasks with dates as bars over days, weeks or months. */
export function Timeline({ tasks, shown, empty, ...rest }: TimelineProps) {
  if (!tasks || !shown) return <output className="block py-6 text-fg-2">Loading tasks...</output>
  if (shown.length === 0 && empty) return empty
  return <LoadedTimeline tasks={tasks} shown={shown} {...rest} />
}

type LoadedProps = Pick<TimelineProps, 'today' | 'onEdit'> & {
  tasks: readonly Task[]
  shown: readonly Task[]
}

function LoadedTimeline({ tasks, shown, ...rest }: LoadedProps) {
  const zone = Temporal.Now.timeZoneId()
  const items = useItems(tasks, shown, zone)
  if (items.length === 0) {
    return (
      <EmptyState
        title="No tasks with dates available."
        text="Add start dates and end dates to your tasks to see them on the timeline."
      />
    )
  }
  return <DrawnTimeline tasks={tasks} items={items} zone={zone} {...rest} />
}

/** The items in the order of the rows: that in which the view was opened, for as long as it is. */
function useItems(tasks: readonly Task[], shown: readonly Task[], zone: string): readonly TimelineItem[] {
  const [rows, setRows] = useState(() => ({ tasks, items: itemsOf(tasks, zone) }))
  let { items } = rows
  if (rows.tasks !== tasks) {
    const order = items.map(({ task }) => task.id)
    items = keepOrder(itemsOf(tasks, zone), order)
    setRows({ tasks, items })
  }
  return useMemo(() => {
    if (shown === tasks) return items
    const ids = new Set(shown.map(({ id }) => id))
    return items.filter(({ task }) => ids.has(task.id))
  }, [tasks, shown, items])
}

type DrawnProps = Omit<LoadedProps, 'shown'> & { items: readonly TimelineItem[]; zone: string }

function DrawnTimeline({ tasks, items, zone, today, onEdit }: DrawnProps) {
  const mode = usePlace((place) => place.mode)
  const showsPath = usePlace((place) => place.showsPath)
  const isNarrow = useMediaQuery('(max-width: 639.98px)')
  const sizes = isNarrow ? TIMELINE_SIZES.narrow : TIMELINE_SIZES.wide
  const links = linksOf(items)
  const path = useMemo(() => (showsPath ? criticalPath(items, links) : null), [showsPath, items, links])
  const isPrinting = usePrinting()
  const chart = useRef<ChartHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  const top = useTopOnPage(place)
  const [linkedId, setLinkedId] = useState<number | null>(null)
  const lastLinked = useRef(0)
  const { actions, news, offer, dismiss } = useTimeline({
    tasks,
    links,
    today,
    zone,
    onEdit: ({ task }) => onEdit(task, () => chart.current?.show(task.id)),
    onChooseLinks: ({ task }) => {
      lastLinked.current = task.id
      setLinkedId(task.id)
    },
  })
  const linked = tasks.find(({ id }) => id === linkedId) ?? null
  if (isPrinting) return <PrintedTimeline items={items} today={today} />
  return (
    <TimelineActionsProvider value={actions}>
      <TimelineBar
        mode={mode}
        onMode={(mode) => setPlace({ mode, anchor: chart.current?.anchor() ?? null })}
        showsPath={showsPath}
        onShowPath={(showsPath) => setPlace({ showsPath })}
        onToday={() => chart.current?.showToday()}
        onTurn={(step) => chart.current?.turnPage(step)}
      />
      <div ref={place} className="max-sm:-mx-4">
        <Chart
          // Another zoom lays everything out anew.
          key={`${mode} ${isNarrow}`}
          ref={chart}
          items={items}
          links={links}
          path={path}
          mode={mode}
          sizes={sizes}
          today={today}
          height={`max(${MIN_HEIGHT}, calc(100dvh - ${top + (isNarrow ? NARROW_BELOW_PX : BELOW_PX)}px))`}
        />
      </div>
      <Legend pathWords={showsPath ? describePath(path) : null} />
      {offer && (
        <ConflictNote
          conflict={offer.conflict}
          today={today}
          onTake={() => actions.takeOffer(offer)}
          onDismiss={dismiss}
        />
      )}
      <output className="sr-only">{news}</output>
      <p id="timeline-keys" hidden>
        Arrow left and right move it by a day, with Shift its end. Plus and minus change the progress. Arrow
        up and down go to other tasks. Enter edits, M opens the menu.
      </p>
      <LinksDialog
        task={linked}
        tasks={tasks}
        onClose={() => setLinkedId(null)}
        onOpenerGone={() => chart.current?.show(lastLinked.current)}
      />
    </TimelineActionsProvider>
  )
}

/** The chart fills the window, but for the legend under it; on low windows it keeps five rows. */
const MIN_HEIGHT = '300px'
const BELOW_PX = 56
const NARROW_BELOW_PX = 16

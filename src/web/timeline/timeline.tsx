import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { criticalPath } from './rules/critical-path.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { type TimelineItem, keepOrder } from './rules/items.ts'
import type { Links } from './rules/plan.ts'

import { useIsAway } from '../board/drag/drag-store.ts'
import { useSingleKeys } from '../keys/single-keys.ts'
import { useStore } from '../state/store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useSlack } from '../slack/use-slack.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import { openLinks } from '../task-form/open-links.ts'
import { useTopOnPage } from '../ui/use-top-on-page.ts'
import { Chart, type ChartHandle } from './chart/chart.tsx'
import { ConflictNote } from './links/conflict-note.tsx'
import { itemsOf, linksOf } from './known-items.ts'
import { Legend } from './chart/legend.tsx'
import { useChartSizes } from './chart/list-width.ts'
import { setViewport, useViewport } from './chart/viewport-store.ts'
import { PrintedTimeline } from './print/printed-timeline.tsx'
import { landing } from './bar/card-drop-store.ts'
import { TimelineActionsProvider } from './timeline-actions.ts'
import { TimelineBar } from './bar/timeline-bar.tsx'
import { printing } from './print/printing.ts'
import { useTimeline } from './use-timeline.ts'
import * as words from './words.ts'

export type TimelineProps = {
  /** All of the user's tasks, because tasks can depend on tasks that don't match the filters. */
  tasks: readonly ShortTask[] | undefined
  /** The tasks that match the filters. */
  shown: readonly ShortTask[] | undefined
  today: Temporal.PlainDate
  /** @param openerGone focuses the bar, or the nearest one if the bar is gone */
  onEdit: (task: ShortTask, openerGone?: () => void) => void
  /** Replaces the chart when no task matches the filters. */
  empty?: ReactNode
}

export function Timeline({ tasks, shown, empty, ...rest }: TimelineProps) {
  if (!tasks || !shown) return <output className="block py-6 text-fg-2">{words.loading}</output>
  if (shown.length === 0 && empty) return empty
  return <LoadedTimeline tasks={tasks} shown={shown} {...rest} />
}

type LoadedProps = Pick<TimelineProps, 'today' | 'onEdit'> & {
  tasks: readonly ShortTask[]
  shown: readonly ShortTask[]
}

function LoadedTimeline({ tasks, shown, ...rest }: LoadedProps) {
  const zone = Temporal.Now.timeZoneId()
  const [all, items] = useItems(tasks, shown, zone)
  const isLanding = useStore(landing) !== null
  const isCardHere = useIsAway() || isLanding
  if (items.length === 0 && !isCardHere) return <EmptyState {...words.empty} />
  return <DrawnTimeline tasks={tasks} links={linksOf(all)} items={items} zone={zone} {...rest} />
}

/** Returns all items and those to show, in row order. The order stays the same until the view is reopened. */
function useItems(
  tasks: readonly ShortTask[],
  shown: readonly ShortTask[],
  zone: string,
): [all: readonly TimelineItem[], shown: readonly TimelineItem[]] {
  const [rows, setRows] = useState(() => ({ tasks, items: itemsOf(tasks, zone) }))
  let { items } = rows
  if (rows.tasks !== tasks) {
    const order = items.map(({ task }) => task.id)
    items = keepOrder(itemsOf(tasks, zone), order)
    setRows({ tasks, items })
  }
  return useMemo(() => {
    if (shown === tasks) return [items, items]
    const ids = new Set(shown.map(({ id }) => id))
    return [items, items.filter(({ task }) => ids.has(task.id))]
  }, [tasks, shown, items])
}

/** Shows and focuses the bar of a dropped card once it is at its new place. */
function useLanding(items: readonly TimelineItem[], chart: RefObject<ChartHandle | null>): void {
  const landed = useStore(landing)
  useLayoutEffect(() => {
    const item = landed && items.find(({ task }) => task.id === landed.taskId)
    if (item?.start !== landed?.start || !landed) return
    chart.current?.show(landed.taskId)
    landing.set(null)
  }, [items, chart, landed])
}

type DrawnProps = Omit<LoadedProps, 'shown'> & { links: Links; items: readonly TimelineItem[]; zone: string }

function DrawnTimeline({ tasks, links, items, zone, today, onEdit }: DrawnProps) {
  const [hasSingleKeys] = useSingleKeys()
  const mode = useViewport((viewport) => viewport.mode)
  const showsPath = useViewport((viewport) => viewport.showsPath)
  const isNarrow = useMediaQuery(NARROW)
  const sizes = useChartSizes(isNarrow)
  const path = useMemo(() => (showsPath ? criticalPath(items) : null), [showsPath, items])
  const slack = useSlack(tasks)
  const isPrinting = useStore(printing)
  const chart = useRef<ChartHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  const top = useTopOnPage(place)
  const showNear = (item: TimelineItem) => {
    const row = items.indexOf(item)
    return () => chart.current?.show(item.task.id, row)
  }
  const { actions, news, offer, dismiss } = useTimeline({
    tasks,
    links,
    today,
    zone,
    onEdit: (item) => onEdit(item.task, showNear(item)),
    onChooseLinks: (item) => openLinks(item.task.id, showNear(item)),
  })
  useLanding(items, chart)
  return (
    <TimelineActionsProvider value={actions}>
      {isPrinting && <PrintedTimeline items={items} today={today} />}
      {/* Invisible on paper: an element without a box would lose its scroll position, and the chart its rows. */}
      <div className="contents print:invisible print:fixed print:inset-x-0 print:top-0 print:block">
        <TimelineBar
          mode={mode}
          onMode={(mode) => setViewport({ mode, anchor: chart.current?.anchor() ?? null })}
          showsPath={showsPath}
          onShowPath={(showsPath) => setViewport({ showsPath })}
          onToday={() => chart.current?.showToday()}
          onTurn={(step) => chart.current?.turnPage(step)}
        />
        <div ref={place} className="max-sm:-mx-4">
          <Chart
            // A new zoom resets the layout and the virtual lists.
            key={`${mode} ${isNarrow}`}
            ref={chart}
            items={items}
            links={links}
            path={path}
            slack={slack}
            mode={mode}
            sizes={sizes}
            today={today}
            height={`max(${MIN_HEIGHT}, calc(100dvh - ${top + (isNarrow ? NARROW_BELOW_PX : BELOW_PX)}px))`}
          />
        </div>
        <Legend pathText={showsPath ? words.pathResult(path) : null} />
        {/* Always there, because screen readers don't announce a region that appears with its text. */}
        <output className="contents">
          {offer && (
            <ConflictNote
              conflict={offer.conflict}
              today={today}
              onTake={() => actions.takeOffer(offer)}
              onDismiss={dismiss}
            />
          )}
        </output>
        <output className="sr-only">{news}</output>
        <p id="timeline-keys" hidden>
          {words.barKeys(hasSingleKeys)}
        </p>
      </div>
    </TimelineActionsProvider>
  )
}

/** The chart fills the window above the legend. In a short window, the chart still shows five rows. */
const MIN_HEIGHT = '300px'
const BELOW_PX = 56
const NARROW_BELOW_PX = 72

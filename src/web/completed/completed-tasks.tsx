import { useMemo } from 'react'

import { dayRange, describeAmount } from './completed-days.ts'
import { WHOLE_HISTORY, sumTotals, viewRange } from './completed-filter.ts'
import type { Task } from '#domain/tasks/task.ts'

import { PERIOD_FILTER, focusFilter } from '../filters/focus-filters.ts'
import { useStore } from '../state/store.ts'
import { errorText } from '../sync/error-text.ts'
import { calls } from '../sync/runner/calls.ts'
import { Button } from '../ui/button.tsx'
import { useDayOfUse } from '../ui/day-of-use.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { firstWeekday } from '../ui/first-weekday.ts'
import { Loading } from '../ui/skeleton.tsx'
import { CompletedFilters } from './completed-filters.tsx'
import { CompletedList } from './completed-list.tsx'
import { CompletedSkeleton } from './completed-skeleton.tsx'
import { daysOfPages, pageWithCalls } from './days-of-pages.ts'
import { useCompletedTasks, useCompletedTotals } from './queries.ts'
import { useCompletedView } from './use-completed-view.ts'
import * as words from './words.ts'

type Props = {
  today: Temporal.PlainDate
  /** `openerGone` moves the focus nearby if the task's row is gone. */
  onEdit: (task: Task, openerGone: () => void) => void
}

export function CompletedTasks({ today, onEdit }: Props) {
  const [view, setView] = useCompletedView()
  const { category } = view
  const zone = Temporal.Now.timeZoneId()
  const range = viewRange(view, useDayOfUse(), zone, firstWeekday())
  const read = useCompletedTasks({ ...range, ...(category !== null && { category }) })
  const totals = useCompletedTotals(range, read.isSuccess)
  const waiting = useStore(calls)
  const pages = useMemo(
    () => read.data?.pages.map((page) => pageWithCalls(page, waiting)),
    [read.data, waiting],
  )
  const days = useMemo(() => daysOfPages(pages ?? [], zone), [pages, zone])
  const lastDay = days.at(-1)?.day
  const lastTotals = useCompletedTotals(
    lastDay ? dayRange(lastDay, lastDay, zone) : {},
    lastDay !== undefined && read.hasNextPage,
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-sm:pt-3">
        <CompletedFilters view={view} onView={setView} totals={totals} />
        <output className="min-h-5 text-[13px]/5 text-fg-3 max-sm:w-full">
          {totals && describeTotals(totals, category)}
        </output>
      </div>
      {read.isPending ? (
        <Loading label={words.loading} className="pt-6 sm:pl-36 lg:pl-54">
          <CompletedSkeleton rows={8} />
        </Loading>
      ) : !pages ? (
        <ErrorState title={words.loadFailed} text={errorText(read.error)} onRetry={read.retry} />
      ) : days.length === 0 && !read.hasNextPage ? (
        <NothingCompleted
          isFiltered={view.period !== null || category !== null}
          onClear={() => {
            setView(WHOLE_HISTORY)
            focusFilter(PERIOD_FILTER)
          }}
        />
      ) : (
        <CompletedList
          // Changing the filters starts a new list without a focused row.
          key={`${view.period} ${category}`}
          days={days}
          lastAmount={lastTotals ? sumTotals(lastTotals, category) : null}
          hasMore={read.hasNextPage}
          canLoad={read.hasNextPage && !read.isFetching && !read.error}
          fault={read.error && errorText(read.error)}
          onMore={() => void read.fetchNextPage()}
          onRetry={read.retry}
          today={today}
          zone={zone}
          onEdit={onEdit}
        />
      )}
    </>
  )
}

function NothingCompleted({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState title={words.noneYet} />
  return (
    <EmptyState title={words.noneFound}>
      <Button onClick={onClear}>{words.clearFilters}</Button>
    </EmptyState>
  )
}

/** Returns '9 tasks, 11h 24m logged'. */
function describeTotals(totals: Parameters<typeof sumTotals>[0], category: string | null): string {
  const sum = sumTotals(totals, category)
  return sum.elapsedTime > 0 ? words.logged(describeAmount(sum)) : describeAmount(sum)
}

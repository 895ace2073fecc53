import { CalendarDays, ChevronDown, ListFilter } from 'lucide-react'
import { useMemo } from 'react'

import {
  COMPLETED_PERIODS,
  type CompletedView,
  WHOLE_HISTORY,
  periodName,
  sumTotals,
} from '#domain/completed-filter.ts'
import type { CompletedTotal } from '#domain/completed.ts'
import { offeredCategories } from '#domain/task-filter.ts'

import { CategoryChoices } from '../categories/category-choices.tsx'
import { useCategoryNames } from '../categories/queries.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuCheckItem } from '../ui/menu.tsx'
import { PERIOD_FILTER_ID, focusCompletedFilters } from './focus-filters.ts'

type Props = {
  view: CompletedView
  onView: (view: CompletedView) => void
  /** What the tasks of the period come to; undefined while it is counted. */
  totals: readonly CompletedTotal[] | undefined
}

/** The menus of periods and categories. Choosing what is chosen clears it. */
export function CompletedFilters({ view, onView, totals = NO_TOTALS }: Props) {
  const isFiltered = view.period !== null || view.category !== null
  return (
    <search aria-label="Filters" className="flex min-w-0 flex-wrap items-center gap-2">
      <PeriodFilter view={view} onView={onView} />
      <CategoryFilter view={view} onView={onView} totals={totals} />
      {isFiltered && (
        <Button
          variant="ghost"
          onClick={() => {
            onView(WHOLE_HISTORY)
            focusCompletedFilters()
          }}
        >
          Clear Filters
        </Button>
      )}
    </search>
  )
}

function PeriodFilter({ view, onView }: Omit<Props, 'totals'>) {
  const { period } = view
  return (
    <Menu
      trigger={
        <Button
          id={PERIOD_FILTER_ID}
          icon={<CalendarDays aria-hidden size={16} />}
          className={period === null ? 'text-fg-2!' : ''}
        >
          {period === null ? (
            'Completion Date'
          ) : (
            <>
              <span className="sr-only">Completion Date: </span>
              {periodName(period)}
            </>
          )}
          <ChevronDown aria-hidden size={16} />
        </Button>
      }
    >
      {COMPLETED_PERIODS.map((name) => (
        <MenuCheckItem
          key={name}
          checked={name === period}
          onSelect={() => onView({ ...view, period: name === period ? null : name })}
        >
          {periodName(name)}
        </MenuCheckItem>
      ))}
    </Menu>
  )
}

function CategoryFilter({ view, onView, totals }: Props & { totals: readonly CompletedTotal[] }) {
  const { category } = view
  const listed = useCategoryNames()
  const names = useMemo(() => offeredCategories(listed, totals, category), [listed, totals, category])
  return (
    <Menu
      trigger={
        <Button
          icon={<ListFilter aria-hidden size={16} />}
          className={`min-w-0 shrink! ${category === null ? 'text-fg-2!' : ''}`}
        >
          {category === null ? (
            'Category'
          ) : (
            <span className="truncate">
              <span className="sr-only">Category: </span>
              {category}
            </span>
          )}
          <ChevronDown aria-hidden size={16} />
        </Button>
      }
    >
      <CategoryChoices
        names={names}
        chosen={category}
        onChoose={(name) => onView({ ...view, category: name === category ? null : name })}
        countOf={(name) => sumTotals(totals, name).count}
        counted="completed"
      />
    </Menu>
  )
}

const NO_TOTALS: readonly CompletedTotal[] = []

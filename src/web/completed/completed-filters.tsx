import { CalendarDays, ChevronDown, ListFilter } from 'lucide-react'
import { useMemo } from 'react'

import { COMPLETED_PERIODS, type CompletedView, WHOLE_HISTORY, sumTotals } from './completed-filter.ts'
import type { CompletedTotal } from '#domain/tasks/completed.ts'
import { isSameName } from '#domain/text.ts'
import { offeredCategories } from '../filters/task-filter.ts'

import { CategoryChoices } from '../categories/category-choices.tsx'
import { useCategoryNames } from '../categories/queries.ts'
import { PERIOD_FILTER, focusFilter } from '../filters/focus-filters.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuCheckItem } from '../ui/menu.tsx'
import * as words from './words.ts'

type Props = {
  view: CompletedView
  onView: (view: CompletedView) => void
  /** The period's totals; undefined while loading. */
  totals: readonly CompletedTotal[] | undefined
}

/** The menus for period and category. Choosing the current value clears it. */
export function CompletedFilters({ view, onView, totals = NO_TOTALS }: Props) {
  const isFiltered = view.period !== null || view.category !== null
  return (
    <search aria-label={words.filters} className="flex min-w-0 flex-wrap items-center gap-2 print:hidden">
      <PeriodFilter view={view} onView={onView} />
      <CategoryFilter view={view} onView={onView} totals={totals} />
      {isFiltered && (
        <Button
          variant="ghost"
          onClick={() => {
            onView(WHOLE_HISTORY)
            focusFilter(PERIOD_FILTER)
          }}
        >
          {words.clearFilters}
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
          data-place={PERIOD_FILTER}
          icon={<CalendarDays size={16} />}
          className={period === null ? 'text-fg-2!' : ''}
        >
          {period === null ? (
            words.completionDate
          ) : (
            <>
              <span className="sr-only">{words.completionDate}: </span>
              {words.periods[period]}
            </>
          )}
          <ChevronDown size={16} />
        </Button>
      }
    >
      {COMPLETED_PERIODS.map((name) => (
        <MenuCheckItem
          key={name}
          checked={name === period}
          onSelect={() => onView({ ...view, period: name === period ? null : name })}
        >
          {words.periods[name]}
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
          icon={<ListFilter size={16} />}
          className={`min-w-0 shrink! ${category === null ? 'text-fg-2!' : ''}`}
        >
          {category === null ? (
            words.category
          ) : (
            <span className="truncate">
              <span className="sr-only">{words.category}: </span>
              <bdi>{category}</bdi>
            </span>
          )}
          <ChevronDown size={16} />
        </Button>
      }
    >
      <CategoryChoices
        names={names}
        chosen={category}
        onChoose={(name) => onView({ ...view, category: isSameName(name, category) ? null : name })}
        countOf={(name) => sumTotals(totals, name).count}
        counted={words.counted}
      />
    </Menu>
  )
}

const NO_TOTALS: readonly CompletedTotal[] = []

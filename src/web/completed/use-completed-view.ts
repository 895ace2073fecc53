import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

import { type CompletedView, readCompletedView } from './completed-filter.ts'

/** The board's filters use other parameter names. */
const PERIOD = 'completed'
const CATEGORY = 'completedCategory'

/** Returns the filters of the Completed view and a setter. The address stores them. */
export function useCompletedView(): [CompletedView, (view: CompletedView) => void] {
  const [search, setSearch] = useSearchParams()
  const period = search.get(PERIOD)
  const category = search.get(CATEGORY)
  const view = useMemo(() => readCompletedView(period, category), [period, category])
  return [view, (next) => setSearch((search) => withView(search, next))]
}

function withView(search: URLSearchParams, { period, category }: CompletedView): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of [
    [PERIOD, period],
    [CATEGORY, category],
  ] as const) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

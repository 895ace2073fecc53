import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

import { type CompletedView, readCompletedView } from '#domain/completed-filter.ts'

/** The names stand beside those of the filters of the board, which are others. */
const PERIOD = 'completed'
const CATEGORY = 'completedCategory'

/** What is shown of the completed tasks, and a function that sets it. It is kept in the address. */
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

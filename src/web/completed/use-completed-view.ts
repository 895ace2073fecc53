import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

import { type CompletedView, readCompletedView } from './completed-filter.ts'

import { withParameters } from '../filters/use-task-filter.ts'

/** The board's filters use other parameter names. */
const PERIOD = 'completed'
const CATEGORY = 'completedCategory'

/** Returns the filters of the Completed view, which are stored in the URL, and a setter. */
export function useCompletedView(): [CompletedView, (view: CompletedView) => void] {
  const [search, setSearch] = useSearchParams()
  const period = search.get(PERIOD)
  const category = search.get(CATEGORY)
  const view = useMemo(() => readCompletedView(period, category), [period, category])
  const set = ({ period, category }: CompletedView) =>
    setSearch((search) => withParameters(search, { [PERIOD]: period, [CATEGORY]: category }))
  return [view, set]
}

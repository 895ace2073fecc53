import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'

import { NO_FILTER, type TaskFilter, chooseProject, readFilter } from './task-filter.ts'

import { HOME } from '../boot/paths.ts'

/** Returns the filter and a setter. The filter is stored in the URL, so it survives Back, Forward and a reload. */
export function useTaskFilter(): [TaskFilter, (filter: TaskFilter) => void] {
  const [search, setSearch] = useSearchParams()
  const category = search.get('category')
  const project = search.get('project')
  const day = search.get('day')
  const filter = useMemo(() => readFilter(category, project, day), [category, project, day])
  const setFilter = useCallback(
    (next: TaskFilter) => setSearch((search) => withParameters(search, next)),
    [setSearch],
  )
  return [filter, setFilter]
}

export function pathOfProject(project: string): string {
  const filter = chooseProject(NO_FILTER, project)
  return `${HOME}?${withParameters(new URLSearchParams(), filter)}`
}

/** Returns the parameters with these values. A value of null removes its parameter. */
export function withParameters(
  search: URLSearchParams,
  values: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

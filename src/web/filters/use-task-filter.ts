import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

import { type TaskFilter, readFilter } from '#domain/task-filter.ts'

/** The filter, and a function that sets it. It is kept in the address, so that back, forward and reload keep it. */
export function useTaskFilter(): [TaskFilter, (filter: TaskFilter) => void] {
  const [search, setSearch] = useSearchParams()
  const category = search.get('category')
  const project = search.get('project')
  const filter = useMemo(() => readFilter(category, project), [category, project])
  return [filter, (next) => setSearch((search) => withFilter(search, next))]
}

function withFilter(search: URLSearchParams, filter: TaskFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(filter)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

import { NO_FILTER, type TaskFilter, chooseProject, readFilter } from '#domain/task-filter.ts'

import { HOME } from '../paths.ts'

/** The filter, and a function that sets it. It is kept in the address, so that back, forward and reload keep it. */
export function useTaskFilter(): [TaskFilter, (filter: TaskFilter) => void] {
  const [search, setSearch] = useSearchParams()
  const category = search.get('category')
  const project = search.get('project')
  const filter = useMemo(() => readFilter(category, project), [category, project])
  return [filter, (next) => setSearch((search) => withFilter(search, next))]
}

/** The address at which the board shows a project alone. */
export function pathOfProject(project: string): string {
  const filter = chooseProject(NO_FILTER, project)
  return `${HOME}?${withFilter(new URLSearchParams(), filter)}`
}

function withFilter(search: URLSearchParams, filter: TaskFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(filter)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

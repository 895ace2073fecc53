import { X } from 'lucide-react'

import { NO_FILTER, type TaskFilter, clearProject, noTasksMessage } from '#domain/task-filter.ts'

import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { focusFilters } from './focus-filters.ts'

type Props = { filter: TaskFilter; onFilter: (filter: TaskFilter) => void }

/** Stands where a filter leaves no task, with the way out. */
export function NoTasksShown({ filter, onFilter }: Props) {
  const { category, project } = filter
  const clear = () => {
    onFilter(project === null ? NO_FILTER : clearProject(filter))
    focusFilters()
  }
  return (
    <EmptyState title={noTasksMessage(filter)}>
      <Button icon={<X aria-hidden size={16} />} onClick={clear} className="max-w-full min-w-0">
        <span className="max-w-80 truncate">
          {project === null ? `Clear Category: ${category}` : `Clear Project: ${project}`}
        </span>
      </Button>
    </EmptyState>
  )
}

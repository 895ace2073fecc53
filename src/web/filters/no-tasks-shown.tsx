import { X } from 'lucide-react'

import { type TaskFilter, clearCategory, clearProject, noTasksMessage } from './task-filter.ts'

import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { CATEGORY_FILTER, focusFilter } from './focus-filters.ts'
import * as words from './words.ts'

type Props = { filter: TaskFilter; onFilter: (filter: TaskFilter) => void }

export function NoTasksShown({ filter, onFilter }: Props) {
  const { category, project, day } = filter
  const clear = () => {
    onFilter(project === null ? clearCategory(filter) : clearProject(filter))
    focusFilter(CATEGORY_FILTER)
  }
  const isFinger = useMediaQuery('(pointer: coarse)')
  const hint = isFinger ? words.planTouchHint : words.planHint
  const message = { title: noTasksMessage(filter), text: day ? hint : undefined }
  if (category === null) return <EmptyState {...message} />
  return (
    <EmptyState {...message}>
      <Button icon={<X size={16} />} onClick={clear} className="max-w-full min-w-0">
        <span className="max-w-80 truncate">
          {project === null ? words.clearCategory(category) : words.clearProject(project)}
        </span>
      </Button>
    </EmptyState>
  )
}

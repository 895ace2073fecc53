import { ChevronDown, ListFilter } from 'lucide-react'
import { useMemo } from 'react'

import { countOpenByCategory, offeredCategories } from '#domain/task-filter.ts'
import type { Task } from '#domain/task.ts'

import { CategoryChoices } from '../categories/category-choices.tsx'
import { useCategoryNames } from '../categories/queries.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { CATEGORY_FILTER_ID } from './focus-filters.ts'

type Props = { tasks: readonly Task[]; chosen: string | null; onChoose: (name: string) => void }

/** Every category to choose from, with the number of its open tasks. */
export function CategoryFilter({ tasks, chosen, onChoose }: Props) {
  const listed = useCategoryNames()
  const names = useMemo(() => offeredCategories(listed, tasks, chosen), [listed, tasks, chosen])
  const counts = useMemo(() => countOpenByCategory(tasks), [tasks])
  return (
    <Menu
      align="end"
      trigger={
        <Button
          id={CATEGORY_FILTER_ID}
          icon={<ListFilter aria-hidden size={16} />}
          className={chosen === null ? 'text-fg-2!' : ''}
        >
          Filter by Category
          <ChevronDown aria-hidden size={16} />
        </Button>
      }
    >
      <CategoryChoices
        names={names}
        chosen={chosen}
        onChoose={onChoose}
        countOf={(name) => counts.get(name) ?? 0}
        counted="open"
      />
    </Menu>
  )
}

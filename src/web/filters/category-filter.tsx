import { useMemo, useState } from 'react'

import { countOpenByCategory, offeredCategories } from '#domain/task-filter.ts'
import type { Task } from '#domain/task.ts'

import { CategoryChoices } from '../categories/category-choices.tsx'
import { useCategoryNames } from '../categories/queries.ts'
import { Menu } from '../ui/menu.tsx'
import { CategoryFilterButton } from './category-filter-button.tsx'

type Props = {
  tasks: readonly Task[]
  chosen: string | null
  onChoose: (name: string) => void
  /** Whether its button was pressed before it was there. */
  startsOpen: boolean
}

/** Every category to choose from, with the number of its open tasks. */
export function CategoryFilter({ tasks, chosen, onChoose, startsOpen }: Props) {
  const [isOpen, setOpen] = useState(startsOpen)
  const listed = useCategoryNames()
  const names = useMemo(() => offeredCategories(listed, tasks, chosen), [listed, tasks, chosen])
  const counts = useMemo(() => countOpenByCategory(tasks), [tasks])
  return (
    <Menu
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<CategoryFilterButton isChosen={chosen !== null} />}
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

import { useMemo, useState } from 'react'

import { countOpenBy, offeredCategories } from './task-filter.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { CategoryChoices } from '../categories/category-choices.tsx'
import { useCategoryNames } from '../categories/queries.ts'
import { Menu } from '../ui/menu.tsx'
import { CategoryFilterButton } from './category-filter-button.tsx'
import * as words from './words.ts'

type Props = {
  tasks: readonly ShortTask[]
  chosen: string | null
  onChoose: (name: string) => void
  /** Whether the button was pressed before this code had loaded. */
  startsOpen: boolean
}

export function CategoryFilter({ tasks, chosen, onChoose, startsOpen }: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const listed = useCategoryNames()
  const names = useMemo(() => offeredCategories(listed, tasks, chosen), [listed, tasks, chosen])
  const countOf = useMemo(() => countOpenBy('category', tasks), [tasks])
  return (
    <Menu
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<CategoryFilterButton isChosen={chosen !== null} />}
    >
      <CategoryChoices
        names={names}
        chosen={chosen}
        onChoose={onChoose}
        countOf={countOf}
        counted={words.openCount}
      />
    </Menu>
  )
}

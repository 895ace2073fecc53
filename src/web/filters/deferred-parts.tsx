import type { ComponentProps } from 'react'

import { deferred } from '../deferred.tsx'
import { CategoryFilterButton } from './category-filter-button.tsx'
import type { CategoryFilter as Filter } from './category-filter.tsx'

type FilterProps = ComponentProps<typeof Filter> & { onPress: () => void }

/** Until it is there, its button is, and a press on that opens it as soon as it is. */
export const CategoryFilter = deferred<FilterProps>(
  'filters/category-filter.tsx',
  async () => (await import('./category-filter.tsx')).CategoryFilter,
  {
    canWait: ({ startsOpen }) => !startsOpen,
    whileAway: ({ chosen, onPress }) => (
      <CategoryFilterButton isChosen={chosen !== null} aria-haspopup="menu" onClick={onPress} />
    ),
  },
)

export const ProjectFilter = deferred(
  'filters/project-filter.tsx',
  async () => (await import('./project-filter.tsx')).ProjectFilter,
  {
    isWanted: ({ hasButton, asked }) => hasButton || asked > 0,
  },
)

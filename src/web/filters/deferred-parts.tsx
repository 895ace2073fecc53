import type { ComponentProps } from 'react'

import { deferred, later } from '../boot/deferred.tsx'
import { CategoryFilterButton } from './category-filter-button.tsx'
import type { CategoryFilter as Filter } from './category-filter.tsx'
import type { ProjectFilter as Projects } from './project-filter.tsx'
import * as words from './words.ts'

const filterCode = later('filters/later-filters.ts', () => import('./later-filters.ts'))

type FilterProps = ComponentProps<typeof Filter> & { onPress: () => void; onMissing: () => void }

/** Shows the filter's button until its code has loaded. A click before then opens the menu when the code arrives. */
export const CategoryFilter = deferred(filterCode, 'CategoryFilter', {
  name: words.loading,
  onMissing: ({ onMissing }: FilterProps) => onMissing(),
  canWait: ({ startsOpen }: FilterProps) => !startsOpen,
  whileAway: ({ chosen, onPress }: FilterProps) => (
    <CategoryFilterButton isChosen={chosen !== null} aria-haspopup="menu" onClick={onPress} />
  ),
})

type ProjectProps = ComponentProps<typeof Projects> & { onMissing: () => void }

export const ProjectFilter = deferred(filterCode, 'ProjectFilter', {
  takesKeys: true,
  name: words.loading,
  onMissing: ({ onMissing }: ProjectProps) => onMissing(),
  isWanted: ({ hasButton, asked }: ProjectProps) => hasButton || asked > 0,
  canWait: ({ asked }: ProjectProps) => asked === 0,
})

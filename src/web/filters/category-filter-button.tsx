import { ChevronDown, ListFilter } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Button } from '../ui/button.tsx'
import { CATEGORY_FILTER_ID } from './focus-filters.ts'

/** The button of the category filter. Takes a ref and handlers. */
export function CategoryFilterButton({
  isChosen,
  ...rest
}: ComponentProps<'button'> & { isChosen: boolean }) {
  return (
    <Button
      {...rest}
      id={CATEGORY_FILTER_ID}
      data-place="category-filter"
      icon={<ListFilter aria-hidden size={16} />}
      className={isChosen ? '' : 'text-fg-2!'}
    >
      Filter by Category
      <ChevronDown aria-hidden size={16} />
    </Button>
  )
}

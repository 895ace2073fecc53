import { ChevronDown, ListFilter } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Button } from '../ui/button.tsx'
import { CATEGORY_FILTER } from './focus-filters.ts'
import * as words from './words.ts'

/** The button that opens the category filter. Accepts a ref and event handlers. */
export function CategoryFilterButton({
  isChosen,
  ...rest
}: ComponentProps<'button'> & { isChosen: boolean }) {
  return (
    <Button
      {...rest}
      data-place={CATEGORY_FILTER}
      icon={<ListFilter size={16} />}
      className={isChosen ? '' : 'text-fg-2!'}
    >
      {/* On a phone, the text is visible only with the filter for today, which gives the filters their own row. */}
      <span className="max-sm:sr-only max-sm:group-data-day/filters:not-sr-only">{words.byCategory}</span>
      <ChevronDown size={16} />
    </Button>
  )
}

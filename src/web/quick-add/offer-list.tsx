import { Plus } from 'lucide-react'

import { CategoryBadge } from '../categories/category-badge.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Marked } from '../ui/marked.tsx'
import type { Option } from './completion.ts'
import { type OfferState, optionId } from './use-offer.ts'
import * as words from './words.ts'

/** The offered names or words. The focus stays in the field, whose `aria-activedescendant` is the active option. */
export function OfferList({ state, className = '' }: { state: OfferState; className?: string }) {
  const { offer, listId, active } = state
  if (!offer) return null
  return (
    <div
      {...LISTBOX}
      id={listId}
      aria-label={offer.name}
      className={`max-h-70 overflow-y-auto overscroll-contain rounded-lg border border-line-2 bg-raised p-1 shadow-sh-4 dark:border-transparent ${className}`}
    >
      {offer.options.map((option, index) => (
        <button
          key={option.label}
          type="button"
          {...rowOf(index === active)}
          id={optionId(listId, index)}
          onPointerMove={() => state.setActive(index)}
          // Keeps focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => state.take(index)}
          className={`flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 text-start text-label touch:min-h-10 ${index === active ? 'bg-hover forced-outline' : ''}`}
        >
          <Label option={option} />
          {index === active && (
            <span aria-hidden className="ml-auto flex touch:hidden">
              <Kbd>{words.enter}</Kbd>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** `select` and `datalist` can't hold rows with more than text. */
const LISTBOX = { role: 'listbox' } as const
const rowOf = (isActive: boolean) => ({ role: 'option', tabIndex: -1, 'aria-selected': isActive }) as const

function Label({ option: { label, match, category, insert } }: { option: Option }) {
  const isNew = !category && !match && /^[#+]/.test(insert)
  if (isNew)
    return (
      <>
        <Plus size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
        <span className="truncate font-[550]">{label}</span>
      </>
    )
  if (category && !match) return <CategoryBadge name={label} />
  return (
    <>
      {category && (
        <span aria-hidden className="flex [&>span>span:last-child]:hidden">
          <CategoryBadge name={label} />
        </span>
      )}
      <span dir="auto" className="truncate">
        <Marked text={label} matches={match ? [match] : []} />
      </span>
    </>
  )
}

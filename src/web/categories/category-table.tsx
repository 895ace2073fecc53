import { Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'

import { isDefaultCategory } from '#domain/category.ts'

import { CategoryBadge } from '../tasks/category-badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { ScrollBox } from '../ui/scroll-box.tsx'
import { useRemoveCategory } from './queries.ts'

type Props = {
  categories: readonly string[]
  /** Takes the focus of the last row that could be removed, once it is gone. */
  onEmptied: () => void
}

/** The categories, each with the button that removes it where it can be removed. */
export function CategoryTable({ categories, onEmptied }: Props) {
  const { mutate: remove } = useRemoveCategory()
  const table = useRef<HTMLTableElement>(null)
  const pressed = useRef<number | null>(null)
  const buttons = () => [...(table.current?.querySelectorAll('button') ?? [])]

  // A new one, or one that comes back, may be out of sight.
  const before = useRef(categories)
  useLayoutEffect(() => {
    const appeared = categories.findLastIndex((name) => !before.current.includes(name))
    before.current = categories
    table.current?.tBodies[0]?.rows.item(appeared)?.scrollIntoView({ block: 'nearest' })
  }, [categories])

  // The focus that was on a button that is gone goes to the row that took its place.
  useLayoutEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return
    const left = buttons()
    const next = left[pressed.current] ?? left.at(-1)
    pressed.current = null
    if (next) next.focus()
    else onEmptied()
  })

  if (categories.length === 0) {
    return <p className="py-8 text-center text-label text-fg-2">No categories available</p>
  }
  return (
    <ScrollBox className="max-h-75">
      <table ref={table} className="w-full table-fixed border-collapse text-left">
        <thead className="sticky top-0 z-10 bg-raised">
          <tr className="h-8 text-meta text-fg-2 shadow-[inset_0_-1px_var(--line)]">
            <th className="font-normal">Category</th>
            <th className="w-26 text-right font-normal">Action</th>
          </tr>
        </thead>
        <tbody>
          {categories.map((name) => (
            <Row
              key={name}
              name={name}
              onRemove={(button) => {
                pressed.current = buttons().indexOf(button)
                remove(name)
              }}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Row({ name, onRemove }: { name: string; onRemove: (button: HTMLButtonElement) => void }) {
  const isDefault = isDefaultCategory(name)
  return (
    <tr className={`h-10 border-b border-line last:border-b-0 ${CLEAR_OF_EDGES}`}>
      <td>
        <span className="flex items-center gap-2.5">
          <CategoryBadge name={name} />
          {isDefault && (
            <span className="rounded-xs border border-line-2 px-1.5 text-chip font-medium text-fg-2">
              Default
            </span>
          )}
        </span>
      </td>
      <td className="text-right text-meta text-fg-2">
        {isDefault ? (
          'Cannot remove'
        ) : (
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash2 aria-hidden size={16} />}
            side="left"
            // The second click of a double one would remove the row that took the place of this one.
            onClick={(event) => event.detail <= 1 && onRemove(event.currentTarget)}
            className={CLEAR_OF_EDGES}
          />
        )}
      </td>
    </tr>
  )
}

/** The head stays over what scrolls, and the lower edge fades. */
const CLEAR_OF_EDGES = 'scroll-mt-9 scroll-mb-10'

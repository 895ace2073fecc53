import { Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'

import { isDefaultCategory } from '#domain/categories/category.ts'

import { CategoryBadge } from './category-badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { ScrollBox } from '../ui/scroll-box.tsx'
import { run } from '../sync/runner/run.ts'
import { deleteCategory } from './commands.ts'
import * as words from './words.ts'

type Props = {
  categories: readonly string[]
  /** Moves the focus once no removable row is left. */
  onEmptied: () => void
}

export function CategoryTable({ categories, onEmptied }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const pressed = useRef<number | null>(null)
  const buttons = () => [...(table.current?.querySelectorAll('button') ?? [])]

  // A new row can be out of view.
  const before = useRef(categories)
  useLayoutEffect(() => {
    const appeared = categories.findLastIndex((name) => !before.current.includes(name))
    before.current = categories
    table.current?.tBodies[0]?.rows.item(appeared)?.scrollIntoView({ block: 'nearest' })
  }, [categories])

  // If the focused row was removed, its successor gets focus.
  useLayoutEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return
    const left = buttons()
    const next = left[pressed.current] ?? left.at(-1)
    pressed.current = null
    if (next) next.focus()
    else onEmptied()
  })

  if (categories.length === 0) return <p className="py-8 text-center text-label text-fg-2">{words.empty}</p>
  return (
    <ScrollBox className="sm:max-h-75">
      <table ref={table} className="w-full table-fixed border-collapse">
        <thead className="sticky top-0 z-10 bg-raised">
          <tr className="h-8 text-meta text-fg-2 shadow-[inset_0_-1px_var(--line)]">
            <th className="font-normal">{words.category}</th>
            <th className="w-26 text-right font-normal">{words.action}</th>
          </tr>
        </thead>
        <tbody>
          {categories.map((name) => (
            <Row
              key={name}
              name={name}
              onRemove={(button) => {
                pressed.current = buttons().indexOf(button)
                run(deleteCategory, { name })
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
              {words.defaultBadge}
            </span>
          )}
        </span>
      </td>
      <td className="text-right text-meta text-fg-2">
        {isDefault ? (
          words.cannotRemove
        ) : (
          <IconButton
            label={words.remove(name)}
            icon={<Trash2 size={16} />}
            side="left"
            // The second click of a double click would remove the next row.
            onClick={(event) => event.detail <= 1 && onRemove(event.currentTarget)}
            className={CLEAR_OF_EDGES}
          />
        )}
      </td>
    </tr>
  )
}

/** The sticky head and the fading lower edge cover parts of the list. */
const CLEAR_OF_EDGES = 'scroll-mt-9 scroll-mb-10'

import { LayoutTemplate, SquareCheckBig, Tag, Trash2, Undo2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'

import { daysLeft } from '#domain/trash/trash.ts'
import type { TrashItem } from '#domain/trash/trash-schema.ts'

import { PriorityChip } from '../tasks/priority-chip.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useLongPress } from '../ui/use-long-press.ts'
import * as words from './words.ts'

/** The number of days left at which the text becomes a warning. */
const FEW_DAYS = 3

type Props = {
  item: TrashItem
  today: Temporal.PlainDate
  zone: string
  onRestore: () => void
  /** Asks whether to delete it forever. */
  onDelete: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** An item in the trash. On a phone, a long press asks whether to delete it forever. */
export function TrashRow({ item, today, zone, onRestore, onDelete, onKeyDown }: Props) {
  const { kind, title, level } = item
  const days = daysLeft(item.deletedAt, today, zone)
  const left = words.daysLeft(days)
  const leftColor = days <= FEW_DAYS ? 'font-[590] text-warn-text' : ''
  const text = words.describe(item, today, zone)
  const Icon = ICONS[kind]
  return (
    <li
      {...useLongPress(onDelete)}
      className="flex min-h-13 items-center gap-3 border-t border-line py-1.5 max-sm:touch-manipulation max-sm:py-2 max-sm:select-none"
    >
      <Icon aria-label={words.kind[kind]} size={16} strokeWidth={1.75} className="mr-1 shrink-0 text-fg-2" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-[14px]/5 font-medium">
          {level !== null && <PriorityChip level={level} />}
          <span dir="auto" className="truncate" title={title}>
            {title}
          </span>
        </p>
        <p className="truncate text-[12px]/4 text-fg-2" title={text}>
          <span className={`font-[590] sm:hidden ${leftColor}`}>{left}. </span>
          {text}
        </p>
      </div>
      <span className={`shrink-0 text-[12px]/4 text-fg-2 max-sm:hidden ${leftColor}`}>{left}</span>
      <Button
        size="sm"
        icon={<Undo2 size={14} className="max-sm:hidden" />}
        aria-label={words.restoreOne(title)}
        data-restore
        onKeyDown={onKeyDown}
        // The second click of a double click would restore the next row.
        onClick={(event) => event.detail <= 1 && onRestore()}
      >
        {words.restore}
      </Button>
      <IconButton
        label={words.deleteOneForever(title)}
        icon={<Trash2 size={16} />}
        side="left"
        onClick={onDelete}
        onKeyDown={onKeyDown}
        className="-mr-2 -ml-1.5 max-sm:pointer-coarse:not-focus-visible:sr-only"
      />
    </li>
  )
}

const ICONS = { task: SquareCheckBig, template: LayoutTemplate, category: Tag }

import { Plus } from 'lucide-react'

import type { Level } from '#domain/tasks/priority.ts'

import { useAnnouncedKeys } from '../keys/single-keys.ts'
import { useIsSelecting } from '../selection/selection.ts'
import { useStore } from '../state/store.ts'
import { Kbd } from '../ui/kbd.tsx'
import { DraftMark, QuickAddLine } from './deferred-parts.tsx'
import { openQuickAdd, quickAdd } from './open.ts'
import * as words from './words-of-row.ts'

export function QuickAddRow({ level }: { level: Level }) {
  const isOpen = useStore(quickAdd, (line) => line?.place === 'band' && line.level === level)
  // A hidden row keeps its space, so that no card moves.
  const isHidden = useIsSelecting() && !isOpen
  return (
    <div data-quick-add={level} className={`mt-(--card-gap) ${isHidden ? 'invisible' : ''}`}>
      {isOpen ? <QuickAddLine level={level} /> : <Closed level={level} />}
    </div>
  )
}

function Closed({ level }: { level: Level }) {
  const keys = useAnnouncedKeys('Q')
  return (
    <button
      type="button"
      aria-keyshortcuts={keys}
      onClick={() => openQuickAdd({ level })}
      className="group flex h-9 w-full items-center gap-(--check-gap,12px) rounded-lg border border-transparent pr-4 pl-(--card-start) text-start text-label text-fg-3 hover:bg-hover hover:text-fg touch:h-11"
    >
      <span className="flex w-(--card-check,18px) justify-center">
        <Plus size={16} strokeWidth={1.75} className="shrink-0" />
      </span>
      <span className="mr-auto">
        {words.addTask}
        <span className="sr-only">{words.atLevel(level)}</span>
      </span>
      <DraftMark level={level} />
      {keys && (
        <span aria-hidden className="invisible flex group-hover:visible touch:hidden">
          <Kbd>Q</Kbd>
        </span>
      )}
    </button>
  )
}

import { XIcon } from 'lucide-react'

import type { Level } from '#domain/tasks/priority.ts'

import { PriorityChip } from '../../tasks/priority-chip.tsx'
import * as words from '../words.ts'

type Props = { name: string; level: Level | undefined; onRemove: () => void }

export function DependencyChip({ name, level, onRemove }: Props) {
  return (
    <span className="flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-sm bg-hover pl-1.5 text-meta text-fg touch:h-10">
      {level && <PriorityChip level={level} />}
      <span dir="auto" className="max-w-[208px] truncate" title={name}>
        {name}
      </span>
      <button
        type="button"
        aria-label={words.removeTask(name)}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-fg-3 hover:bg-hover hover:text-fg touch:size-10"
      >
        <XIcon size={14} strokeWidth={1.75} />
      </button>
    </span>
  )
}

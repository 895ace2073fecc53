import { Plus } from 'lucide-react'

import { useLongPress } from '../ui/use-long-press.ts'
import * as words from './words.ts'

type Props = {
  onAdd: () => void
  onLongPress: () => void
}

/** The Add button beside the tabs at the bottom of a phone's screen. */
export function AddButton({ onAdd, onLongPress }: Props) {
  return (
    <button
      type="button"
      aria-label={words.addTask}
      {...useLongPress(onLongPress)}
      onClick={onAdd}
      className="flex flex-1 touch-manipulation flex-col items-center justify-center gap-0.75 -outline-offset-2 text-[11px]/3.5 font-medium select-none sm:hidden"
    >
      <span className="grid h-7.5 w-11 place-items-center rounded-full bg-ink text-ink-fg">
        <Plus size={18} strokeWidth={1.75} />
      </span>
      {words.add}
    </button>
  )
}

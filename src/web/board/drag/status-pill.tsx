import { Kbd } from '../../ui/kbd.tsx'
import { type Drag, useDrag } from './drag-store.ts'

/** At the bottom of the page while a card is carried: what is also spoken, and the keys that work now. */
export function StatusPill() {
  const drag = useDrag()
  if (!drag) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-x-3 bottom-3 z-70 flex justify-center sm:bottom-6"
    >
      <p className="flex min-h-9 max-w-full min-w-0 items-center gap-2 rounded-full bg-ink px-3.5 text-label text-ink-fg shadow-sh-3 max-sm:w-full max-sm:justify-center">
        <span className="min-w-0 truncate sm:mr-1">{drag.status}</span>
        {KEYS[drag.by].map(([keys, does]) => (
          <span
            key={does}
            className="inline-flex shrink-0 items-center gap-2 max-sm:hidden [&>kbd]:border-current/40 [&>kbd]:text-inherit"
          >
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {does}
          </span>
        ))}
      </p>
    </div>
  )
}

const KEYS: Record<Drag['by'], [keys: string[], does: string][]> = {
  keyboard: [
    [['↑', '↓'], 'level'],
    [['Space'], 'drop'],
    [['Esc'], 'cancel'],
  ],
  mouse: [[['Esc'], 'cancel']],
  touch: [],
}

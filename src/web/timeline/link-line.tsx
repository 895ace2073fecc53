import { HEADER_PX, ROW_PX } from './chart-sizes.ts'
import { useDrawnLink } from './link-store.ts'

/** The dependency that is being drawn: its line, and words at the pointer. */
export function LinkLine() {
  const link = useDrawnLink()
  if (!link) return null
  const { start, at, to, fault } = link
  const y = HEADER_PX + (start.row + 0.5) * ROW_PX
  const words = fault ?? (to ? `“${to.task.title}” waits for it` : null)
  return (
    <div aria-hidden className="tl-link-line">
      <svg className="tl-arrows">
        <path d={`M${start.x} ${y}L${at.x} ${at.y}`} className={fault ? 'is-refused' : 'is-critical'} />
      </svg>
      {words && (
        <span
          className={`absolute max-w-60 rounded-sm px-2 py-1 text-meta shadow-sh-3 ${fault ? 'bg-danger text-danger-fg' : 'bg-ink text-ink-fg'}`}
          style={{ left: at.x + 12, top: at.y + 12 }}
        >
          {words}
        </span>
      )}
    </div>
  )
}

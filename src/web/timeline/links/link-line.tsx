import { useStore } from '../../state/store.ts'
import { HEADER_PX, ROW_PX } from '../chart/chart-sizes.ts'
import { linkStore } from './link-store.ts'
import * as words from '../words.ts'

export function LinkLine() {
  const link = useStore(linkStore)
  if (!link) return null
  const { start, at, to, fault } = link
  const y = HEADER_PX + (start.row + 0.5) * ROW_PX
  const hint = fault ?? (to && words.willDepend(to.task))
  return (
    <div aria-hidden className="tl-link-line">
      <svg className="tl-arrows">
        <path d={`M${start.x} ${y}L${at.x} ${at.y}`} className={fault ? 'is-refused' : 'is-critical'} />
      </svg>
      {hint && (
        <span
          className={`absolute max-w-60 rounded-sm px-2 py-1 text-meta shadow-sh-3 ${fault ? 'bg-danger text-danger-fg' : 'bg-ink text-ink-fg'}`}
          style={{ left: at.x + 12, top: at.y + 12 }}
        >
          {hint}
        </span>
      )}
    </div>
  )
}

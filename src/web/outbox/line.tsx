import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

import { focusFocusButton } from '../focus/focus-button.ts'

/** The look of a button or link in the line. */
export const LINE_ACTION =
  'relative shrink-0 rounded-xs border-b border-control font-medium text-fg after:absolute after:-inset-x-2 after:-inset-y-1 hover:border-fg touch:after:-inset-y-3'

/** A line of text under the header. The line overlays the page, and the page adds space for it. */
export type Line = { icon: LucideIcon; text: string; action?: ReactNode }

export function LineUnderHeader({ line, ref }: { line: Line | null; ref?: Ref<HTMLSpanElement> }) {
  return (
    <div className="absolute inset-x-0 top-full bg-sunken text-meta text-fg-2 print:hidden [&:has(.page)]:border-b [&:has(.page)]:border-line">
      <output className="contents">
        {line && (
          <span ref={ref} className="page flex h-7 items-center gap-2 max-sm:h-8">
            <line.icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span className="line-clamp-2">{line.text}</span>
            {line.action && (
              <span ref={passFocus} className="contents">
                {line.action}
              </span>
            )}
          </span>
        )}
      </output>
    </div>
  )
}

/** Keeps the focus on the page when the focused action disappears. */
function passFocus(action: HTMLElement | null): () => void {
  return () => {
    if (action?.contains(document.activeElement)) focusFocusButton()
  }
}

import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-4.5 items-center gap-0.5 rounded-xs border border-line-2 px-1.25 font-sans text-chip font-medium text-fg-2">
      {children}
    </kbd>
  )
}

import type { ReactNode } from 'react'

/** A static placeholder. Give it the size of the content. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`rounded-sm bg-sunken dark:bg-raised ${className}`} />
}

/** Placeholders that appear after 150 ms, with a spoken message. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <output className="sr-only">{label}</output>
      <div aria-hidden="true" className="animate-appear-late">
        {children}
      </div>
    </div>
  )
}

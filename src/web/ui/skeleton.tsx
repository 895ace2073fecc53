import type { ReactNode } from 'react'

/** A still shape where something will be. Give it the size of what is coming. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`rounded-sm bg-sunken dark:bg-raised ${className}`} />
}

/** Shapes of what is coming, shown only after 150 ms, and one spoken sentence. */
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

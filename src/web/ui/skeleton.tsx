import { Fragment, type ReactNode } from 'react'

/** A static placeholder. Give the skeleton the size of the content. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`rounded-sm bg-sunken dark:bg-raised ${className}`} />
}

type LoadingProps = { label: string; rows?: number; className?: string; children: ReactNode }

/** Placeholders that appear after 150 ms, with a spoken message. Repeats the children for each of the `rows`. */
export function Loading({ label, rows = 1, className = '', children }: LoadingProps) {
  return (
    <div>
      <output className="sr-only">{label}</output>
      <div aria-hidden="true" className={`animate-appear-late ${className}`}>
        {Array.from({ length: rows }, (_, row) => (
          <Fragment key={row}>{children}</Fragment>
        ))}
      </div>
    </div>
  )
}

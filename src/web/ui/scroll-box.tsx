import { type ReactNode, useCallback, useState } from 'react'

type ScrollBoxProps = { children: ReactNode; className?: string }

/** A scrollable box whose lower edge fades if there is more. Needs a maximum height. */
export function ScrollBox({ children, className = '' }: ScrollBoxProps) {
  const [hasMore, setHasMore] = useState(false)
  const observeEnd = useCallback((end: HTMLDivElement | null) => {
    if (!end) return
    const observer = new IntersectionObserver(
      (entries) => setHasMore(entries.at(-1)?.isIntersecting === false),
      { root: end.parentElement, rootMargin: `${SLACK_PX}px` },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="relative -mx-1.5">
      {/* The padding leaves room for focus rings at the edges. */}
      <div className={`overflow-y-auto overscroll-contain px-1.5 pb-1 ${className}`}>
        {children}
        <div ref={observeEnd} />
      </div>
      {hasMore && (
        <div aria-hidden className="fade-out-below pointer-events-none absolute inset-x-0 bottom-0 h-10" />
      )}
    </div>
  )
}

/** A box that is scrolled to its end can still be a fraction of a pixel short of it. */
const SLACK_PX = 2

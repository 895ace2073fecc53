import { type ReactNode, useEffect, useRef, useState } from 'react'

type ScrollBoxProps = { children: ReactNode; className?: string }

/** A part of a page that scrolls by itself; its lower edge fades when more follows. Give it a greatest height. */
export function ScrollBox({ children, className = '' }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [hasMore, setHasMore] = useState(false)
  useEffect(() => {
    if (!box.current || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => setHasMore(entries.at(-1)?.isIntersecting === false),
      { root: box.current, rootMargin: `${SLACK_PX}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="relative -mx-1.5">
      {/* The room at its sides and below is for the focus rings of what stands at its edges. */}
      <div ref={box} className={`overflow-y-auto overscroll-contain px-1.5 pb-1 ${className}`}>
        {children}
        <div ref={end} />
      </div>
      {hasMore && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 bottom-0 h-10 bg-linear-to-t from-raised to-transparent"
        />
      )}
    </div>
  )
}

/** Scrolled to the end, browsers may still be a part of a pixel away from it. */
const SLACK_PX = 2

import { Pause, Play } from 'lucide-react'
import { useState } from 'react'

import { IconButton } from '../ui/button.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'

/** Source: specification 1. */
const PRINCIPLES = [
  'Clear Goals',
  'Immediate Feedback',
  'Challenge-Skills Balance',
  'Deep Focus & Elimination of Distractions',
  'Curiosity & Passion',
  'Autonomy & Intrinsic Motivation',
  'High Consequences (Risk-Taking)',
  'Rich, Engaging Environment',
]

/**
 * The principles of flow, passing by. They stand while the pointer or the focus is on them, for as long as somebody
 * paused them, and always where less motion is wanted: there they are scrolled by hand.
 */
export function Banner() {
  const [isPaused, setPaused] = useState(readPaused)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const toggle = () => {
    setPaused(!isPaused)
    keepPaused(!isPaused)
  }
  return (
    <div className="banner flex h-7 items-center border-b border-line text-meta text-fg-3 print:hidden">
      <div
        role="marquee"
        aria-label="Principles of flow"
        {...(isStill ? SCROLLED_BY_KEYS : undefined)}
        className="min-w-0 flex-1 overflow-hidden mask-[linear-gradient(90deg,transparent,#000_12px,#000_calc(100%-56px),transparent)] py-1.5 focus-visible:-outline-offset-2 motion-reduce:overflow-x-auto motion-reduce:[scrollbar-width:none]"
      >
        <div
          className="banner-track flex w-max motion-safe:animate-ticker"
          style={{ animationPlayState: isPaused ? 'paused' : undefined }}
        >
          <Principles />
          {!isStill && <Principles isCopy />}
        </div>
      </div>
      {!isStill && (
        <IconButton
          label={isPaused ? 'Move the banner' : 'Pause the banner'}
          icon={isPaused ? <Play aria-hidden size={14} /> : <Pause aria-hidden size={14} />}
          size="sm"
          side="bottom"
          onClick={toggle}
          className="mr-2 touch:h-7! focus-visible:-outline-offset-2"
        />
      )}
    </div>
  )
}

/** What can be scrolled by hand can be scrolled by keys. */
const SCROLLED_BY_KEYS = { tabIndex: 0 }

/** As wide as the window at least, so that the copy that follows is never seen to end. */
function Principles({ isCopy = false }: { isCopy?: boolean }) {
  return (
    <ul
      aria-hidden={isCopy || undefined}
      className="flex min-w-[100vw] shrink-0 justify-around whitespace-nowrap motion-reduce:pr-14"
    >
      {PRINCIPLES.map((principle) => (
        <li key={principle} className="flex items-center gap-4.5 pl-1.5">
          {principle}
          <Rungs />
        </li>
      ))}
    </ul>
  )
}

/** The three-rung mark between two principles. */
function Rungs() {
  return (
    <svg
      viewBox="0 0 11 9"
      width="11"
      height="9"
      aria-hidden="true"
      className="mr-2.5 fill-none stroke-control stroke-[1.25]"
    >
      <path d="M0 1h11M0 4.5h8M0 8h5" />
    </svg>
  )
}

const STORAGE_KEY = 'tenfold:banner'

/** Who pauses it does not want to pause it every day. */
function readPaused(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'paused'
  } catch {
    return false
  }
}

function keepPaused(isPaused: boolean): void {
  try {
    if (isPaused) localStorage.setItem(STORAGE_KEY, 'paused')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage may be refused; it is then paused for as long as the page is there.
  }
}

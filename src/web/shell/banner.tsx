import { Pause, Play, X } from 'lucide-react'
import { memo, useState } from 'react'

import { changeSettings } from '../account/commands.ts'
import { useSettings } from '../account/settings.ts'
import { focusFocusButton } from '../focus/focus-button.ts'
import { createStoredValue } from '../state/stored-value.ts'
import { run } from '../sync/runner/run.ts'
import { IconButton } from '../ui/button.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import * as words from './words.ts'

const paused = createStoredValue('tenfold:banner', {
  parse: (text) => text === 'paused',
  format: (isPaused) => (isPaused ? 'paused' : null),
  fallback: false,
})

/** The scrolling principles of flow, unless the user has hidden them. Announces when they are hidden and shown again. */
export const Banner = memo(function Banner() {
  const { hidesBanner } = useSettings()
  const [wasHidden, setWasHidden] = useState(hidesBanner)
  const [news, setNews] = useState('')
  if (hidesBanner !== wasHidden) {
    setWasHidden(hidesBanner)
    setNews(hidesBanner ? words.bannerHidden : words.bannerShown)
  }
  return (
    <>
      <div
        className={`transition-[height] duration-(--d-3) print:hidden ${hidesBanner ? 'h-0' : 'h-6 touch:h-10'}`}
      >
        {!hidesBanner && <Ticker />}
      </div>
      <output className="sr-only">{news}</output>
    </>
  )
})

/** Stops under the pointer or the focus, and while paused. With reduced motion, it stays still but can be scrolled. */
function Ticker() {
  const [isPaused, setIsPaused] = useState(paused.read)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const toggle = () => {
    setIsPaused(!isPaused)
    paused.write(!isPaused)
  }
  return (
    <aside aria-label={words.banner} className="banner flex h-full items-center text-meta text-fg-3">
      <div
        role="marquee"
        aria-label={words.banner}
        {...(isStill ? SCROLLED_BY_KEYS : undefined)}
        className="min-w-0 flex-1 overflow-hidden mask-[linear-gradient(90deg,transparent,#000_12px,#000_calc(100%-56px),transparent)] py-1 focus-visible:-outline-offset-2 motion-reduce:overflow-x-auto motion-reduce:[scrollbar-width:none]"
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
          label={isPaused ? words.resumeBanner : words.pauseBanner}
          icon={isPaused ? <Play size={14} /> : <Pause size={14} />}
          size="sm"
          side="bottom"
          onClick={toggle}
          className={BUTTON}
        />
      )}
      <IconButton
        label={words.hideBanner}
        icon={<X size={14} />}
        size="sm"
        side="bottom"
        onClick={hide}
        className={`mr-3.5 max-sm:mr-1 ${BUTTON}`}
      />
    </aside>
  )
}

function hide(): void {
  run(changeSettings, { hidesBanner: true })
  focusFocusButton()
}

/** Draws the focus ring inside the button, because the focus bar's buttons begin right below the banner. */
const BUTTON = 'focus-visible:-outline-offset-2'

/** A scrollable element needs a tab stop, so that keys can scroll it. */
const SCROLLED_BY_KEYS = { tabIndex: 0 }

/** Each of the two lists is at least as wide as the window, so that the end of the second list never shows. */
function Principles({ isCopy = false }: { isCopy?: boolean }) {
  return (
    <ul
      aria-hidden={isCopy || undefined}
      className="flex min-w-[100vw] shrink-0 justify-around whitespace-nowrap motion-reduce:pr-14"
    >
      {words.principles.map((principle) => (
        <li key={principle} className="flex items-center gap-4.5 pl-1.5">
          {principle}
          <svg
            viewBox="0 0 11 9"
            width="11"
            height="9"
            aria-hidden="true"
            className="mr-2.5 fill-none stroke-control stroke-[1.25]"
          >
            <path d="M0 1h11M0 4.5h8M0 8h5" />
          </svg>
        </li>
      ))}
    </ul>
  )
}

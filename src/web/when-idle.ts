/** Where a browser cannot tell when it is idle (Safari), in ms. */
const IDLE_AFTER_MS = 200
/** A page that has nothing to show by then is waiting for something else, in ms after it was asked. */
const SHOWN_MS_MAX = 3000

const waiting: (() => unknown)[] = []
let isBegun = false
let show = () => {}
const shown = new Promise<void>((resolve) => (show = resolve))

/** Tells that the page is about to show what it was opened for: once it is painted, what is fetched ahead delays it no more. */
export function noteShown(): void {
  requestAnimationFrame(() => setTimeout(show))
}

/** Until the page shows what it was opened for, or seems to wait for something else. */
export async function untilShown(): Promise<void> {
  const timer = setTimeout(show, SHOWN_MS_MAX)
  await shown
  clearTimeout(timer)
}

/**
 * Runs something once the page shows what it was opened for and the browser has nothing better to do. What answers a promise
 * is waited for before the next: a browser has six lines to one server, and one that is held up may not take them all.
 */
export function whenIdle(run: () => unknown): void {
  waiting.push(run)
  if (isBegun) return
  isBegun = true
  if (document.readyState === 'complete') void begin()
  else addEventListener('load', () => void begin(), { once: true })
}

async function begin(): Promise<void> {
  await untilShown()
  runNext()
}

/** One after the other, each in an idle moment of its own. */
function runNext(): void {
  const idle = async () => {
    await waiting.shift()?.()
    if (waiting.length > 0) runNext()
    else isBegun = false
  }
  if ('requestIdleCallback' in window) requestIdleCallback(() => void idle())
  else setTimeout(() => void idle(), IDLE_AFTER_MS)
}

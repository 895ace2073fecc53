/** The delay in browsers without requestIdleCallback (Safari), in ms. */
const IDLE_AFTER_MS = 200
/** How long background work waits for the page's content, in ms. */
const SHOWN_MS_MAX = 3000

const waiting: (() => unknown)[] = []
let isBegun = false
let show = () => {}
const shown = new Promise<void>((resolve) => (show = resolve))

/** Reports that the page is about to show its main content. Prefetching starts after the paint, without delaying it. */
export function noteShown(): void {
  requestAnimationFrame(() => setTimeout(show))
}

export async function untilShown(): Promise<void> {
  const timer = setTimeout(show, SHOWN_MS_MAX)
  await shown
  clearTimeout(timer)
}

/**
 * Runs a function when the page is shown and idle. Each function waits for the promise of the one before, so that they
 * don't take all six connections to the server.
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

function runNext(): void {
  const idle = async () => {
    await waiting.shift()?.()
    if (waiting.length > 0) runNext()
    else isBegun = false
  }
  if ('requestIdleCallback' in window) requestIdleCallback(() => void idle())
  else setTimeout(() => void idle(), IDLE_AFTER_MS)
}

declare global {
  /** The responses that `early.js` requested before any module loaded, by path. */
  var tenfoldEarly: Record<string, Promise<Response>> | undefined
}

/** How long after the page starts an unused response becomes stale, in ms. */
const FRESH_MS = 15_000

/** Returns the response that `early.js` requested. Returns null the second time, or if there is none or it is stale. */
export function takeEarlyAnswer(path: string): Promise<Response> | null {
  const answer = globalThis.tenfoldEarly?.[path]
  if (!answer) return null
  delete globalThis.tenfoldEarly?.[path]
  return performance.now() < FRESH_MS ? answer : null
}

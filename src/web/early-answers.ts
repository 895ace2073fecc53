declare global {
  /** What `early.js` asked for while no module was there, by path. */
  var tenfoldEarly: Record<string, Promise<Response>> | undefined
}

/** An answer that nobody took by then may no longer be what the server would say, in ms after the page began. */
const FRESH_MS = 15_000

/** The answer that the page asked for before any module was there, once; null when it did not, or too long ago. */
export function takeEarlyAnswer(path: string): Promise<Response> | null {
  const answer = globalThis.tenfoldEarly?.[path]
  if (!answer) return null
  delete globalThis.tenfoldEarly?.[path]
  return performance.now() < FRESH_MS ? answer : null
}

import { ApiError } from '../api.ts'
import { allAnswered } from './pending.ts'

/** How many ways back are kept: more than anybody would press. */
const KEPT_MAX = 50

type WayBack = { run: () => Promise<void> }

let waysBack: readonly WayBack[] = []

/**
 * Keeps the way back from a change until the page is left, for whoever asks first: the toast or Ctrl+Z.
 * @returns takes it; once taken, by whomever, it does nothing more
 */
export function keepWayBack(run: () => Promise<void>): () => Promise<void> {
  const wayBack = { run }
  waysBack = [...waysBack, wayBack].slice(-KEPT_MAX)
  return () => take(wayBack)
}

/**
 * Undoes the latest change that was not undone yet. False when there is none. One that is not answered yet is waited for:
 * it is the latest, and not the one before it.
 */
export async function undoLatest(): Promise<boolean> {
  await allAnswered()
  const latest = waysBack.at(-1)
  if (!latest) return false
  await take(latest)
  return true
}

async function take(wayBack: WayBack): Promise<void> {
  if (!waysBack.includes(wayBack)) return
  waysBack = waysBack.filter((other) => other !== wayBack)
  try {
    await wayBack.run()
  } catch (error) {
    // A refusal is final; where the server was away, the way back stays.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
      waysBack = [...waysBack, wayBack]
    throw error
  }
}

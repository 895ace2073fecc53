import type { Away } from '#domain/account/settings.ts'

import type { Database } from '../db/schema.ts'
import { findLastUse, saveAway } from './store.ts'

/** The shortest absence that is stored. Source: design 5. */
const AWAY_HOURS_MIN = 3 * 24

/** Returns whether a time is long enough ago to be the start of an absence. */
export function isLongAgo(lastUsedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(lastUsedAt) >= AWAY_HOURS_MIN * 3_600_000
}

/**
 * Stores the absence that ends now, if the user did nothing for three days. Call this before a session is
 * renewed or created. This write isn't a command, because no client sends it: the server detects the end of an absence.
 * @returns null if the user wasn't away
 */
export async function noteReturn(db: Database, userId: string, now: string): Promise<Away | null> {
  const since = await findLastUse(db, userId, now)
  if (since === null || !isLongAgo(since, now)) return null
  const away = { since, until: now, askedOn: null }
  await saveAway(db, userId, away)
  return away
}

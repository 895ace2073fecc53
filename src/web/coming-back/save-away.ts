import type { Away } from '#domain/account/settings.ts'

import { changeSettings } from '../account/commands.ts'
import { runQuietly } from '../sync/runner/run.ts'

/**
 * Stores whether to ask again. If that fails, another page asks once more, which is harmless. The call never waits for a
 * connection, because it could then erase a newer absence.
 */
export function saveAway(away: Away | null): Promise<unknown> {
  return runQuietly(changeSettings, { away }, { canWait: false }).catch(() => undefined)
}

import { z } from 'zod'

import type { Database } from '../db/schema.ts'
import { deleteAnswers, findAnswer, insertAnswer } from './store.ts'

/** How long the first answer under an Idempotency-Key is kept. Source: decisions 3. */
const IDEMPOTENCY_HOURS = 24

/** The headers of a call that is done once per key. */
export const onceHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1, { error: 'Idempotency-Key must not be empty.' })
    .max(255, { error: 'Idempotency-Key must be 255 characters or fewer.' })
    .optional()
    .describe('The same key within a day answers what was done then, and does nothing more.'),
})

/**
 * What `run` answers; or, when the same user has sent the same key to the same call within a day, what was answered
 * then. What fails is not remembered. Runs in the transaction in which `run` runs.
 * @param call the method and the pattern of the path
 * @param key without one, nothing is remembered
 */
export async function runOnce<T>(
  db: Database,
  { userId, now, call, key }: { userId: string; now: string; call: string; key: string | undefined },
  run: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return run()
  const since = Temporal.Instant.from(now)
    .subtract({ hours: IDEMPOTENCY_HOURS })
    .toString({ fractionalSecondDigits: 3 })
  const answered = await findAnswer(db, { userId, call, key }, since)
  if (answered !== null) return JSON.parse(answered) as T
  const answer = await run()
  await deleteAnswers(db, userId, since)
  await insertAnswer(db, { userId, call, key }, JSON.stringify(answer), now)
  return answer
}

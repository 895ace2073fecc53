import type { Database } from '../db/schema.ts'

/** A request that must not be done twice: who sent it, to which call, under which key. */
export type KeyedRequest = { userId: string; call: string; key: string }

/** The first answer given to the request since the instant `since`, as JSON; null when there was none. */
export async function findAnswer(
  db: Database,
  { userId, call, key }: KeyedRequest,
  since: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('user_id', '=', userId)
    .where('key', '=', `${call} ${key}`)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row?.answer ?? null
}

/** Remembers the answer to a request, as JSON. */
export async function insertAnswer(
  db: Database,
  { userId, call, key }: KeyedRequest,
  answer: string,
  now: string,
): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key: `${call} ${key}`, answer, created_at: now })
    .execute()
}

/** Forgets the answers given to the user until the instant `until`. */
export async function deleteAnswers(db: Database, userId: string, until: string): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .execute()
}

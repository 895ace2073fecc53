import { setImmediate as yieldToMain } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import type { Author, Command } from '#domain/command.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { UndoRecord } from '#domain/tasks/undo.ts'

import { notSignedIn } from '../auth/session.ts'
import { hasUser } from '../auth/store.ts'
import { databaseFailure, isForeignKeyFailure } from '../db/failure.ts'
import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordChanges } from '../events/store.ts'
import type { Actor } from './actor.ts'
import { collectChanges } from './change-log.ts'
import { expiryOf, runOnce } from './idempotency/run-once.ts'
import type { Outcome } from './idempotency/store.ts'
import { requireUnchanged } from './if-match.ts'
import { findUndo, insertUndo, undoToken } from './undo-store.ts'

const NO_OUTCOME: Outcome = { entity: [], version: null }
/** The stored version of a call that found nothing to do. Other versions start at 1. */
const UNCHANGED = 0

export type Log = Pick<FastifyBaseLogger, 'warn'>

export type Executor = {
  db: Database
  /** Sends committed changes to the user's open streams. Returns immediately and never throws. */
  wake: (userId: string) => void
}

/** The server's part of a command. Everything except `effects` runs in its transaction. */
export type Steps<Input, Needs, Target extends Task | undefined, State, Change, Result> = {
  /** Reads the task that `If-Match` applies to. Throws `not_found`. */
  target?: (db: Database, author: Author, input: Input) => Promise<Target>
  /** Splits a large input, so that only the rows of one part are in memory. All parts share the transaction. */
  split?: { parts: (input: Input) => readonly Input[]; join: (results: readonly Result[]) => Result }
  read: (db: Database, author: Author, needs: Needs, target: Target) => Promise<State>
  write: (db: Database, author: Author, change: Change, input: Input) => Promise<Result>
  /** Returns the result to store with the key, which `replay` uses to read the rows again. */
  outcomeOf?: (result: Result) => Outcome
  replay: (db: Database, author: Author, input: Input, outcome: Outcome) => Promise<Result>
  /** Returns the data for undoing the command, or null if the client can undo it without the server's data. */
  undoOf?: (result: Result) => UndoRecord | null
  /**
   * Runs after the response. `result` is null after a rollback. If the connection breaks during the commit, effects
   * are skipped, because the result of the commit is unknown.
   */
  effects?: (result: Result | null, input: Input, log: Log) => Promise<void>
}

export type Request<Input> = {
  actor: Actor
  /** The method and the path with ids. An Idempotency-Key applies to one method and path. */
  call: string
  /** The validated body or a hash of it: see `runOnce`. */
  body: unknown
  input: Input
  ifMatch: string | undefined
  log: Log
  onUndo?: (token: string) => unknown
  /** Called after a run or a replay. `isUnchanged` is true if the rule found nothing to do. */
  onSuccess?: (isUnchanged: boolean) => unknown
}

type StepsRequest<Input> = Pick<Request<Input>, 'actor' | 'input' | 'ifMatch'> & {
  onRule: (isUnchanged: boolean) => unknown
}

/**
 * Runs a command in one transaction. No other code writes a user's own data. `inTransaction` adds the user's queue and
 * lock, `runOnce` the idempotency.
 * @throws TenfoldError `too_many`, `key_reused`, `changed`, `text_quota`, `not_signed_in`, and anything the steps throw
 */
export async function execute<Input, Needs, Target extends Task | undefined, State, Change, Result>(
  { db: root, wake }: Executor,
  command: Command<Input, Needs, State, Change>,
  steps: Steps<Input, Needs, Target, State, Change, Result>,
  { actor, call, body, input, ifMatch, log, onUndo, onSuccess }: Request<Input>,
): Promise<Result> {
  let result: Result | null = null
  let isLost = false
  let isUnchanged = false
  const onRule = (found: boolean) => (isUnchanged = found)
  const token = undoToken({ call, key: actor.key })
  try {
    const parts = steps.split?.parts(input) ?? [input]
    result = await inTransaction(
      root,
      actor.userId,
      (db) =>
        runOnce(
          db,
          { ...actor, call, body },
          {
            run: async () => {
              const done = await runSteps(db, command, steps, parts, { actor, input, ifMatch, onRule })
              const record = steps.undoOf?.(done)
              if (record) {
                await insertUndo(db, { ...actor, token }, record)
                onUndo?.(token)
              }
              return done
            },
            outcomeOf: (done) => ({
              ...(steps.outcomeOf?.(done) ?? NO_OUTCOME),
              ...(isUnchanged && { version: UNCHANGED }),
            }),
            replay: async (outcome) => {
              isUnchanged = outcome.version === UNCHANGED
              const canUndo = steps.undoOf && (await findUndo(db, actor.userId, token, expiryOf(actor.now)))
              if (canUndo) onUndo?.(token)
              return steps.replay(db, actor, input, outcome)
            },
          },
        ),
      { isLong: parts.length > 1 },
    )
    onSuccess?.(isUnchanged)
    return result
  } catch (error) {
    isLost = databaseFailure(error as Error) === 'lost'
    // The account can be deleted while the command waits for its turn.
    if (isForeignKeyFailure(error) && !(await hasUser(root, actor.userId))) throw notSignedIn()
    throw error
  } finally {
    // A commit can succeed although the connection breaks before it is confirmed.
    wake(actor.userId)
    const { effects } = steps
    if (effects && !isLost) startEffects(log, () => effects(result, input, log))
  }
}

async function runSteps<Input, Needs, Target extends Task | undefined, State, Change, Result>(
  db: Database,
  command: Command<Input, Needs, State, Change>,
  steps: Steps<Input, Needs, Target, State, Change, Result>,
  parts: readonly Input[],
  { actor, input, ifMatch, onRule }: StepsRequest<Input>,
): Promise<Result> {
  const changes = collectChanges(db)
  const target = (await steps.target?.(db, actor, input)) as Target
  if (target) requireUnchanged(target, ifMatch)
  const runPart = async (part: Input) => {
    const state = await steps.read(db, actor, command.needs(part), target)
    const change = command.rule(state, part, actor)
    onRule(change === null)
    return steps.write(db, actor, change, part)
  }
  const result =
    steps.split && parts.length > 1 ? steps.split.join(await runParts(parts, runPart)) : await runPart(input)
  await recordChanges(db, actor.userId, changes)
  return result
}

async function runParts<Input, Result>(
  parts: readonly Input[],
  runPart: (part: Input) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const part of parts) {
    results.push(await runPart(part))
    await yieldToMain()
  }
  return results
}

const running = new Set<Promise<void>>()

/** Waits until all effects end, so that the database can be closed. */
export async function settleEffects(): Promise<void> {
  for (const effect of running) await effect
}

/** Runs the effects of a write after its response. `settleEffects` waits for them. */
export function startEffects(log: Log, run: () => Promise<void>): void {
  // A SQLite query blocks the thread, so the response is written first.
  const effect = yieldToMain()
    .then(run)
    .catch((err: unknown) => log.warn({ err }, 'an effect of a command failed'))
    .finally(() => running.delete(effect))
  running.add(effect)
}

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { TaskPatch } from '#domain/tasks/task.ts'

import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import type { TaskChange } from '../tasks/data/commands.ts'
import { createdIds, temporaryIdsOf } from './client-commands.ts'
import { taskIdsOf } from './describe.ts'
import { mentions, replaceIds, withEntries, withoutLinks } from '../sync/runner/temporary-ids.ts'
import { asMove } from './split.ts'
import type { Rejection, Waiting, WaitingStore } from './waiting.ts'

export type IdPair = readonly [temporary: number, real: number]

/** Returns the temporary and the real id of each task that a call created. */
export function idPairsOf({ name, input, key }: Waiting, body: unknown): IdPair[] {
  const created = createdIds(name, input, body)
  return temporaryIdsOf(name, input, key).flatMap((id, place) => {
    const real = created[place]
    return real === undefined ? [] : [[id, real] as const]
  })
}

/** Replaces temporary ids in every stored call of a user. */
export async function renameStored(
  store: WaitingStore,
  userId: string,
  pairs: readonly IdPair[],
): Promise<void> {
  if (pairs.length === 0) return
  const realIds = new Map(pairs)
  for (const { seq, input } of await listOf(store, userId))
    if (mentions(input, realIds)) await store.change(seq, { input: replaceIds(input, realIds) })
}

/**
 * Marks a call as rejected, and the later calls about tasks that it would have created. A later call that is also about
 * other tasks is split. Returns false if the call is gone.
 */
export async function reject(store: WaitingStore, waiting: Waiting, rejection: Rejection): Promise<boolean> {
  const own = await listOf(store, waiting.userId)
  if (!(await store.change(waiting.seq, { state: 'rejected', rejection }))) return false
  const ids = createdBy([waiting, ...dependentsOf(waiting, own)])
  const rejected = { state: 'rejected', rejection: { reason: rejection.reason, body: null } } as const
  for (const one of own) {
    if (!mentions(withoutLinks(one.input, ids), ids)) continue
    const rest = withoutTasks(one, ids)
    const part = withEntries(one.input, (id) => id !== undefined && ids.has(id))
    await (rest.name !== one.name || mentions(rest.input, ids)
      ? store.change(one.seq, rejected)
      : store.replace(one.seq, [rest, { ...one, ...rejected, input: part, key: newIdempotencyKey() }]))
  }
  return true
}

/**
 * Removes calls, and later calls about tasks that they would have created. The other calls lose these tasks.
 * @returns all removed calls, the last one first
 */
export async function discardStored(store: WaitingStore, userId: string, seqs: number[]): Promise<Waiting[]> {
  const own = await listOf(store, userId)
  const chosen = own.filter(({ seq }) => seqs.includes(seq))
  const all = new Set(chosen.flatMap((one) => [one, ...dependentsOf(one, own)]))
  // Removes the last call first, so that a crash partway leaves no call about a task that is never created.
  const discarded = own.filter((one) => all.has(one)).toReversed()
  const gone = createdBy(discarded)
  for (const one of own) {
    const { name, input, key, partOf } = withoutTasks(one, gone)
    if (mentions(one.input, gone)) await store.change(one.seq, { name, input, key, partOf })
  }
  for (const { seq } of discarded) await store.remove(seq)
  return discarded
}

/**
 * Returns a rejected call to the queue, followed by the later rejected calls about its tasks.
 * @param changed returns the new values of the call; null removes it
 */
export async function waitAgain(
  store: WaitingStore,
  userId: string,
  seq: number,
  changed: (first: Waiting) => Partial<Waiting> | null = () => ({}),
): Promise<void> {
  const rejected = (await listOf(store, userId)).filter(({ state }) => state === 'rejected')
  const first = rejected.find((waiting) => waiting.seq === seq)
  if (!first) return
  const ids = new Set(taskIdsOf(first))
  const dependents = dependentsOf(first, rejected)
  const isAboutIts = (one: Waiting) => dependents.includes(one) || taskIdsOf(one).some((id) => ids.has(id))
  const later = rejected.filter((one) => one.seq > seq && isAboutIts(one))
  // Runs in reverse order, so that the first call is still listed as rejected after a crash partway through.
  for (const waiting of later.toReversed()) await store.change(waiting.seq, AGAIN)
  const change = changed(first)
  await (change ? store.change(seq, { ...AGAIN, ...change }) : store.remove(seq))
}

/** Returns the new values of a rejected change after a decision; null if nothing is left to send. */
export function decidedCall({ input }: Waiting, task: ShortTask, patch: TaskPatch): Partial<Waiting> | null {
  if (Object.keys(patch).length === 0) return null
  const change: TaskChange = { ...(input as TaskChange), task, patch }
  return { input: change, seen: task.version, key: newIdempotencyKey() }
}

const AGAIN = { state: 'waiting', triedAt: null, rejection: null } as const

async function listOf(store: WaitingStore, userId: string): Promise<Waiting[]> {
  return (await store.list()).filter((waiting) => waiting.userId === userId)
}

/**
 * Returns the later calls that are only about tasks that a call creates, and the calls about what those create. Calls
 * about tasks that only depend on these tasks aren't included.
 */
export function dependentsOf(call: Waiting, all: readonly Waiting[]): Waiting[] {
  const ids = createdBy([call])
  if (ids.size === 0) return []
  return all.filter((one) => {
    if (one.seq <= call.seq || !mentions(withoutTasks(one, ids).input, ids)) return false
    for (const id of createdBy([one])) ids.add(id)
    return true
  })
}

/** Returns the temporary ids of what calls create. */
function createdBy(calls: readonly Waiting[]): Set<number> {
  return new Set(calls.flatMap(({ name, input, key }) => temporaryIdsOf(name, input, key)))
}

/** Returns a call without links to tasks, and without the tasks unless the call is about no others. */
function withoutTasks(call: Waiting, ids: ReadonlySet<number>): Waiting {
  const input = withoutLinks(call.input, ids)
  // A swap or push-down is one plan, which makes no sense without one of its tasks.
  const move = mentions(input, ids) ? asMove({ ...call, input }) : null
  if (move) return mentions(move.input, ids) ? call : move
  return { ...call, input: withEntries(input, (id) => id === undefined || !ids.has(id)) }
}

import { type SeveralChanges, changeSeveral } from '../selection/commands.ts'
import { type PushDown, type Swap, pushDown, swapTasks } from '../slots/commands.ts'
import type { ApiError } from '../sync/api.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { type TaskChange, changeTask } from '../tasks/data/commands.ts'
import { type Waiting, isOld } from './waiting.ts'

/**
 * Splits a rejected call about several tasks, so that the conflict rule can decide about each task. The tasks that the
 * server named get their own changes, and the other tasks stay in one change. A swap or push-down becomes a move,
 * because the board has changed since the user saw it. Returns null for any other call.
 */
export function splitCall(waiting: Waiting, error: ApiError): Waiting[] | null {
  const named = new Set(error.body?.tasks?.map(({ id }) => id))
  if (waiting.name === changeSeveral.name && named.size > 0) {
    const input = waiting.input as SeveralChanges
    const rest = input.changes.filter(({ task }) => !named.has(task.id))
    const single = input.changes.filter(({ task }) => named.has(task.id))
    return [
      ...(rest.length > 0 ? [{ ...waiting, triedAt: null, input: { ...input, changes: rest } }] : []),
      ...single.map(({ task, patch }) => alone(waiting, { task, patch })),
    ]
  }
  if (error.code !== 'changed' && error.code !== 'not_found') return null
  if (waiting.name === swapTasks.name) {
    const { task, other, patch } = waiting.input as Swap
    return [alone(waiting, { task, patch: { ...patch, priority: other.priority } })]
  }
  if (waiting.name === pushDown.name) {
    const { task, level, patch } = waiting.input as PushDown
    return [alone(waiting, { task, patch: { ...patch, priority: level } })]
  }
  return null
}

function alone(waiting: Waiting, input: TaskChange): Waiting {
  // If the server has run an old call and forgotten its key, the rule for old calls doesn't add the time again.
  const triedAt = isOld(waiting) ? waiting.triedAt : null
  return { ...waiting, name: changeTask.name, input, key: newIdempotencyKey(), seen: 0, triedAt }
}

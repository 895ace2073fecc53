import type { QueryClient } from '@tanstack/react-query'

import { type SeveralChanges, changeSeveral } from '../selection/commands.ts'
import { done as doneTitle, named } from '../selection/words.ts'
import { type PushDown, type Swap, pushDown, swapTasks } from '../slots/commands.ts'
import type { ApiError } from '../sync/api.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import type { ClientCommand, RunQuietly } from '../sync/runner/command.ts'
import { unlessWaiting } from '../sync/runner/run.ts'
import { type TaskChange, changeTask } from '../tasks/data/commands.ts'
import type { AnyCommand } from './client-commands.ts'
import { changesOf } from './rebase.ts'
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
      ...(rest.length > 0 ? [{ ...part(waiting, { ...input, changes: rest }), triedAt: null }] : []),
      ...single.map(({ task, patch }) => alone(waiting, { task, patch })),
    ]
  }
  const move = error.code === 'changed' || error.code === 'not_found' ? asMove(waiting) : null
  return move && [move]
}

/** Returns a waiting swap or push-down as a move of its task alone; null for any other call. */
export function asMove(waiting: Waiting): Waiting | null {
  if (waiting.name !== swapTasks.name && waiting.name !== pushDown.name) return null
  const { task, patch, ...plan } = waiting.input as Swap | PushDown
  return alone(waiting, {
    task,
    patch: { ...patch, priority: 'other' in plan ? plan.other.priority : plan.level },
  })
}

function alone(waiting: Waiting, input: TaskChange): Waiting {
  // If the server has run an old call and forgotten its key, the rule for old calls doesn't add the time again.
  const triedAt = isOld(waiting) ? waiting.triedAt : null
  return { ...part(waiting, input), name: changeTask.name, seen: 0, triedAt }
}

function part(waiting: Waiting, input: unknown): Waiting {
  return { ...waiting, input, key: newIdempotencyKey(), partOf: waiting.partOf ?? waiting.key }
}

/** A part of a split call that the server has answered. */
export type Part = Waiting & { before?: unknown; result: unknown }

/** Creates the command that replaces a split call. It undoes and redoes the answered parts together. */
export function createSplitChange(client: QueryClient): AnyCommand {
  const command: Partial<ClientCommand<Part[], Part[], Part[], void, never>> = {
    name: 'task.split',
    settle: (_client, { body }) =>
      Promise.all(body.map(async (one) => ({ ...one, result: await one.result }))),
    inverse: (_client, _input, _before, parts) => {
      const undos = parts.flatMap(
        ({ name, input, before = (input as TaskChange).task, result }) =>
          commandOf(name).inverse?.(client, input as never, before as never, result) ?? [],
      )
      return undos.length > 0 ? (run) => runInTurn(run, undos.toReversed()) : null
    },
    redo: async (run, _done, parts) => {
      const done: Part[] = []
      const redos = parts.map((part) => async (run: RunQuietly) => {
        const command = commandOf(part.name)
        const input = command.again?.(part.input as never) as never
        const before = command.remember?.(client, input)
        const result = await run(command, input, { isAction: true })
        // A part that waits can be split again.
        done.push(...(Array.isArray(result) ? (result as Part[]) : [{ ...part, input, before, result }]))
      })
      await runInTurn(run, redos)
      return done
    },
    created: (parts) => parts.flatMap(({ name, result }) => commandOf(name).created?.(result) ?? []),
    success: (parts, _input, isAgain) => {
      const titles = parts.flatMap(changesOf).map(({ task }) => task.title)
      return { title: doneTitle('change', titles.length, isAgain), text: named(titles) }
    },
  }
  return command as AnyCommand
}

const commandOf = (name: string) => (name === changeTask.name ? changeTask : changeSeveral) as AnyCommand

/** Runs each step when the one before has ended or waits in the outbox. */
async function runInTurn(run: RunQuietly, steps: ((run: RunQuietly) => Promise<void>)[]): Promise<void> {
  const ends: Promise<void>[] = []
  for (const step of steps)
    await unlessWaiting({}, (options) => {
      const end = step((command, input, own) => run(command, input, { ...own, ...options }))
      ends.push(end)
      return end
    })
  await Promise.all(ends)
}

import type { QueryClient } from '@tanstack/react-query'

import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { deleteSeveral } from '../selection/commands.ts'
import { type Answer, request } from '../sync/api.ts'
import type { Answered } from '../sync/runner/outbox.ts'
import { type Call, type CallStorage, hasInput } from '../sync/runner/calls.ts'
import { type TaskChange, changeTask, changedTask, deleteTask } from '../tasks/data/commands.ts'
import { findListed, showChanged } from '../tasks/data/task-cache.ts'
import { type AnyCommand, findCommand } from './client-commands.ts'
import { type Part, createSplitChange } from './split.ts'
import type { IdPair } from './stored-calls.ts'
import { replaceIds } from '../sync/runner/temporary-ids.ts'
import type { Waiting } from './waiting.ts'

/** A call that this page shows. `resolve` passes the response to its caller if the call was made in this page. */
type Local = { call: Call; resolve?: (answer: Answered) => void; done: Part[] }

type Parts = {
  client: QueryClient
  calls: CallStorage
  /** Called when tasks that were created offline get their ids. */
  onCreated: (pairs: readonly IdPair[]) => void
  onJoinedLine: (task: ShortTask) => void
}

/** Keeps the calls that a page shows in sync with the stored calls. */
export function createShownCalls({ client, calls, onCreated, onJoinedLine }: Parts) {
  const realIds = new Map<number, number>()
  const localByKey = new Map<string, Local>()
  const splitChange = createSplitChange(client)

  const showOne = ({ name, input, key, present }: Waiting, later: readonly Waiting[]) => {
    const command = findCommand(name)
    if (!command) return
    const local = localByKey.get(key)
    const waiting = { command, input: replaceIds(input, realIds), isWaiting: true }
    if (local) {
      // The stored input changes, for example when a task that it mentions is discarded.
      if (!local.call.isWaiting || !hasInput(local.call, waiting.input)) calls.change(local.call, waiting)
      return
    }
    const call: Call = { ...waiting, key, present, isOther: true }
    localByKey.set(key, { call, done: [] })
    calls.add(call, findShown(calls, localByKey, later))
  }

  return {
    /** The ids of tasks that were created offline, by their temporary ids. */
    realIds,
    /** Records a call from this page. Returns the call's response, even if another page sends the call. */
    note: (call: Call): Promise<Answered> =>
      new Promise((resolve) => {
        // A save that is repeated after a conflict has the key of the waiting call that it replaces.
        const replaced = localByKey.get(call.key)
        if (replaced) calls.remove(replaced.call)
        localByKey.set(call.key, { call, resolve, done: [] })
      }),
    forget: ({ key }: Call) => void localByKey.delete(key),
    /** Applies the overlays of the waiting calls, and removes those of calls that are no longer waiting. */
    show: (own: readonly Waiting[]) => {
      own.forEach((waiting, i) => waiting.state === 'waiting' && showOne(waiting, own.slice(i + 1)))
      const { keys, split } = keysOf(own.filter(({ state }) => state !== 'rejected'))
      for (const [key, { call, resolve, done }] of localByKey) {
        if (!call.isWaiting || keys.has(key)) continue
        // The parts of a split call have their own overlays.
        if (resolve && split.has(key)) calls.change(call, { command: splitChange })
        else {
          localByKey.delete(key)
          if (resolve && done.length > 0) resolve(answeredParts(splitChange, done))
          else calls.remove(call)
        }
      }
    },
    /** Writes a response into the cache, in the same step that removes the overlay. */
    settle: async (waiting: Waiting, answer: Answer<unknown>, pairs: readonly IdPair[]) => {
      readChanged(client, waiting)
      if (waiting.name === changeTask.name && (waiting.input as TaskChange).waits)
        onJoinedLine(changedTask(answer.body as Task))
      for (const [temporary, real] of pairs) realIds.set(temporary, real)
      if (pairs.length > 0) onCreated(pairs)
      for (const { call } of localByKey.values())
        if (call.isWaiting) call.input = replaceIds(call.input, realIds)
      const local = localByKey.get(waiting.key)
      localByKey.delete(waiting.key)
      const input = replaceIds(waiting.input, realIds)
      // The caller's own runner does the rest.
      if (local?.resolve) return local.resolve({ ...answer, input })
      const command = findCommand(waiting.name)
      const result = (async () => command?.settle(client, answer as Answer<never>, input as never))()
      localByKey.get(waiting.partOf ?? '')?.done.push({ ...waiting, input, result })
      await result
      if (local) calls.remove(local.call)
      command?.afterwards?.(client, false)
    },
  }
}

/** Returns the first of these calls that the page shows. */
function findShown({ get }: CallStorage, locals: ReadonlyMap<string, Local>, later: readonly Waiting[]) {
  const shown = new Set(get())
  return later.map(({ key }) => locals.get(key)?.call).find((call) => call && shown.has(call))
}

/** Returns the keys of calls, and those of the calls that were split into them. */
function keysOf(calls: readonly Waiting[]) {
  return { keys: new Set(calls.map(({ key }) => key)), split: new Set(calls.map(({ partOf }) => partOf)) }
}

const answeredParts = (command: AnyCommand, parts: Part[]): Answered => ({
  command,
  input: parts,
  body: parts,
  headers: new Headers(),
})

/** Reloads the tasks of a repeated deletion that have since changed. Another device may have restored them. */
function readChanged(client: QueryClient, { name, input, triedAt }: Waiting): void {
  if (triedAt === null || (name !== deleteTask.name && name !== deleteSeveral.name)) return
  for (const { id, version } of [input as ShortTask | ShortTask[]].flat())
    if ((findListed(client, id)?.version ?? 0) > version)
      void request<Task>('GET', `/api/tasks/${id}`).then(
        (restored) => showChanged(client, [restored]),
        () => undefined,
      )
}

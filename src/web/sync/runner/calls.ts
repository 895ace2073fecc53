import type { QueryKey } from '@tanstack/react-query'

import { type ReadableStore, createStore, useStore } from '../../state/store.ts'
import type { Present } from './command.ts'

/** A pending call to a command. Everything but `command` is plain data, and `command.name` identifies the command. */
export type Call = {
  command: { name: string; overlay?: AnyOverlay }
  input: unknown
  /** The Idempotency-Key. */
  key: string
  present: Present
  /** Whether the call waits in the outbox until the server can be reached. */
  isWaiting?: boolean
  /** Whether the call is an action of the user, which undo can take back. The page also makes calls on its own. */
  isAction?: boolean
  /** Whether the call has succeeded. */
  isDone?: boolean
  /** Whether another page made the call. */
  isOther?: boolean
}

/** The runner creates calls only with inputs of the right type. */
type AnyOverlay = {
  queryKey: QueryKey
  apply: (data: never, input: never, present: Present, key: string) => unknown
}

/** The pending calls of a page, in the order in which they are sent. The outbox also stores them in the browser. */
export type CallStorage = ReadableStore<readonly Call[]> & {
  /** Adds a call before another one, or at the end. */
  add: (call: Call, before?: Call) => void
  change: (call: Call, change: Partial<Call>) => void
  remove: (call: Call) => void
}

export function createCallsInMemory(): CallStorage {
  const { get, set, subscribe } = createStore<readonly Call[]>([])
  return {
    get,
    subscribe,
    add: (call, before) => {
      const place = before ? get().indexOf(before) : -1
      set(place < 0 ? [...get(), call] : get().toSpliced(place, 0, call))
    },
    change: (call, change) => {
      Object.assign(call, change)
      set([...get()])
    },
    remove: (call) => set(get().filter((other) => other !== call)),
  }
}

export const calls = createCallsInMemory()

/** Compares inputs as they are stored, without undefined fields. */
export function hasInput({ input }: Call, other: unknown): boolean {
  return JSON.stringify(input) === JSON.stringify(other)
}

export function useWithCalls<T extends object>(queryKey: QueryKey, data: T | undefined): T | undefined {
  // Calls that change other data don't render this component.
  return useStore(calls, (waiting) => data && withCalls(queryKey, data, waiting))
}

/**
 * Returns data with calls applied in order. A call that the rules reject changes nothing. The same data with the same
 * calls returns the same object.
 */
export function withCalls<T extends object>(queryKey: QueryKey, data: T, waiting: readonly Call[]): T {
  const known = shownByData.get(data)
  if (known?.waiting === waiting) return known.shown as T
  const shown = applyAll(queryKey, data, waiting)
  shownByData.set(data, { waiting, shown })
  return shown
}

/** Caches the result, because each overlay sorts the list, and several components show it. */
const shownByData = new WeakMap<object, { waiting: readonly Call[]; shown: object }>()

function applyAll<T extends object>(queryKey: QueryKey, data: T, waiting: readonly Call[]): T {
  let shown = data
  for (const { command, input, present, key } of waiting) {
    const { overlay } = command
    if (!overlay || overlay.queryKey[0] !== queryKey[0]) continue
    try {
      shown = overlay.apply(shown as never, input as never, present, key) as T
    } catch {
      // The server will reject the call with the same message, which the toast shows.
    }
  }
  return shown
}

/** Waits until the page's currently pending calls have ended and their callers have been notified. */
export async function allAnswered(
  { get, subscribe }: CallStorage,
  isAwaited: (call: Call) => unknown = () => true,
): Promise<void> {
  const awaited = new Set(get().filter(({ isOther }) => !isOther))
  const isAnswered = () => !get().some((call) => awaited.has(call) && isAwaited(call))
  if (isAnswered()) return
  await new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      if (!isAnswered()) return
      stop()
      // Callers are notified in the same event-loop task as the response.
      setTimeout(resolve)
    })
  })
}

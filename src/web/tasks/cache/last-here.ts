import type { SeenTask } from '#domain/tasks/day/since-away.ts'

import { type StoredValue, createStoredValue, parseJson } from '../../state/stored-value.ts'

/** When a user last used Tenfold in this browser, in ms since 1970, and the open tasks shown then. */
export type LastHere = { at: number; tasks: SeenTask[] }

export function storedLastHere(userId: string): StoredValue<LastHere | null> {
  return createStoredValue(`tenfold:last-here:${userId}`, {
    parse: (text) => parseJson(text) as LastHere | null,
    fallback: null,
  })
}

/** The tasks that moved up unseen: pairs of a task id and the time, in ms since 1970, after which the task moved up. */
export function storedMovedUp(userId: string): StoredValue<[number, number][]> {
  return createStoredValue(`tenfold:moved-up:${userId}`, {
    parse: (text) => (parseJson(text) ?? []) as [number, number][],
    fallback: [],
  })
}

export function forgetLastHere(userId: string): void {
  storedLastHere(userId).remove()
  storedMovedUp(userId).remove()
}

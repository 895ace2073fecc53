import type { Settings } from '#domain/account/settings.ts'

import { createStore } from '../../state/store.ts'

/**
 * The tasks that moved up and whose chip this device hasn't shown long enough. Maps each task's id to the time after
 * which the task moved up, in ms since 1970.
 */
export const movedUp = createStore<ReadonlyMap<number, number>>(new Map())

export function noteMovedUp(ids: readonly number[], since: number): void {
  if (ids.length > 0) movedUp.set(new Map([...movedUp.get(), ...ids.map((id) => [id, since] as const)]))
}

export function keepMovedUp(keeps: (id: number, since: number) => boolean): void {
  const kept = [...movedUp.get()].filter(([id, since]) => keeps(id, since))
  if (kept.length < movedUp.get().size) movedUp.set(new Map(kept))
}

/** The tasks whose chip this device has shown long enough, with the time, until they are saved to the account. */
export const seenMovedUp = createStore<Settings['movedUpSeen']>([])

import { useSyncExternalStore } from 'react'

import type { Task } from '#domain/task.ts'

/** A change that is on screen and not answered yet: how it alters the list the server last answered. */
export type PendingChange = { apply(tasks: readonly Task[]): Task[] }

let pending: readonly PendingChange[] = []
const listeners = new Set<() => void>()
const lastOf = new Map<number | string, Promise<unknown>>()

/** Shows a change at once. The answer takes it back, whatever it is: what the server answered stands in its place. */
export function addPending(change: PendingChange): () => void {
  pending = [...pending, change]
  notify()
  return () => {
    pending = pending.filter((other) => other !== change)
    notify()
  }
}

export function usePending(): readonly PendingChange[] {
  return useSyncExternalStore(subscribe, () => pending)
}

/** Waits until every change that is on its way now was answered, and whoever asked for it has heard. */
export async function allAnswered(): Promise<void> {
  const awaited = pending
  const isAnswered = () => !awaited.some((change) => pending.includes(change))
  if (isAnswered()) return
  await new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      if (!isAnswered()) return
      stop()
      // Who asked hears of it in the turn of the answer.
      setTimeout(resolve)
    })
  })
}

/** The answered tasks with every pending change on top, in order. A change the rules refuse shows nothing. */
export function withPending(tasks: readonly Task[], changes: readonly PendingChange[]): readonly Task[] {
  let shown = tasks
  for (const change of changes) {
    try {
      shown = change.apply(shown)
    } catch {
      // The server refuses it in the same words, and its answer is what the person is told.
    }
  }
  return shown
}

/**
 * Runs the writes to one thing one after the other, in the order they were made: of two on their way at once, the server
 * might do the later one first.
 * @param of the id of a task, or the name of what else is written to
 */
export async function inOrder<T>(of: number | string, run: () => Promise<T>): Promise<T> {
  const before = lastOf.get(of) ?? Promise.resolve()
  const turn = before.catch(() => undefined).then(run)
  lastOf.set(of, turn)
  try {
    return await turn
  } finally {
    if (lastOf.get(of) === turn) lastOf.delete(of)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

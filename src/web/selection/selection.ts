import { createStore, useStore } from '../state/store.ts'
import { realIds } from '../sync/runner/outbox.ts'

type Selection = {
  ids: ReadonlySet<number>
  /** Where the next range starts. */
  anchor: number | null
  /** The card that was selected or deselected last, which gets focus when the selection ends. */
  last: number | null
}

const NONE: Selection = { ids: new Set(), anchor: null, last: null }

/** The selected tasks of the board, stored outside React so that a click rerenders only one card. */
const selection = createStore<Selection>(NONE)

/** Returns whether a task is selected; null while nothing is selected. */
export function useIsSelected(id: number): boolean | null {
  return useStore(selection, ({ ids }) => (ids.size === 0 ? null : ids.has(id)))
}

export function useIsSelecting(): boolean {
  return useStore(selection, ({ ids }) => ids.size > 0)
}

export function useSelectedIds(): ReadonlySet<number> {
  return useStore(selection, ({ ids }) => ids)
}

export function currentSelection(): Selection {
  return selection.get()
}

export function toggleSelected(id: number): void {
  const ids = new Set(selection.get().ids)
  if (!ids.delete(id)) ids.add(id)
  selection.set({ ids, anchor: id, last: id })
}

/**
 * Selects the tasks from the anchor to this one. Without an anchor, selects only this one.
 * @param order the ids of the cards, from top to bottom
 */
export function selectRange(id: number, order: readonly number[]): void {
  const { ids, anchor } = selection.get()
  const [from, to] = [order.indexOf(anchor ?? id), order.indexOf(id)]
  const range = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  selection.set({ ids: new Set([...ids, ...range]), anchor: from < 0 ? id : anchor, last: id })
}

/** Adds tasks to the selection. `last` gets focus when the selection ends. */
export function selectAll(ids: readonly number[], last: number | null = ids[0] ?? null): void {
  selection.set({ ids: new Set([...selection.get().ids, ...ids]), anchor: last, last })
}

export function clearSelection(): void {
  selection.set(NONE)
}

/** Deselects tasks that the board no longer shows. A task created offline stays selected when it gets its id. */
export function keepSelected(shown: ReadonlySet<number>): void {
  const { ids, anchor, last } = selection.get()
  const known = [...ids].map((id) => (shown.has(id) ? id : (realIds.get(id) ?? id)))
  const kept = new Set(known.filter((id) => shown.has(id)))
  if (kept.symmetricDifference(ids).size === 0) return
  const lastShown = last !== null && shown.has(last) ? last : ([...kept].at(-1) ?? null)
  selection.set(kept.size === 0 ? NONE : { ids: kept, anchor, last: lastShown })
}

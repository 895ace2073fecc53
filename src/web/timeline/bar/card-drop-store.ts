import { createStore } from '../../state/store.ts'
import type { Span } from '../rules/items.ts'

/** Where the bar would be if the dragged card were dropped now. */
export const dropSpan = createStore<Span | null>(null)

/** A dropped task whose bar hasn't appeared at its new dates yet. */
export const landing = createStore<{ taskId: number; start: number } | null>(null)

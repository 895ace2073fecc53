import { createStoredValue, parseJson } from '../state/stored-value.ts'
import type { IdPair } from './stored-calls.ts'

/** The maximum number of pairs. Only other open pages and recently used URLs need them. */
const PAIRS_MAX = 100

const stored = createStoredValue<IdPair[]>('tenfold:real-ids', {
  parse: (text) => (parseJson(text) ?? []) as IdPair[],
  fallback: [],
})

/** Stores the real ids of tasks created offline, for pages that open later with a temporary id in their URL. */
export function keepIds(pairs: readonly IdPair[]): void {
  const kept = new Map([...stored.read(), ...pairs])
  stored.write([...kept].slice(-PAIRS_MAX))
}

export const keptIds = stored.read

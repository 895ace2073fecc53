import { createStoredValue, parseJson } from '../state/stored-value.ts'
import type { IdPair } from './stored-calls.ts'

/** The maximum number of pairs. Only recent addresses and other open pages need them. */
const PAIRS_MAX = 100

const stored = createStoredValue<IdPair[]>('tenfold:real-ids', {
  parse: (text) => (parseJson(text) ?? []) as IdPair[],
  fallback: [],
})

/** Keeps the ids of tasks that were created offline for pages that open later with a temporary id in their address. */
export function keepIds(pairs: readonly IdPair[]): void {
  const kept = new Map([...stored.read(), ...pairs])
  stored.write([...kept].slice(-PAIRS_MAX))
}

export const keptIds = stored.read

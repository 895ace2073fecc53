import { useCallback } from 'react'
import { useLocation } from 'wouter'

import { HOME } from '../paths.ts'

/** What the main page opens at once, when it is come to from another page for that. */
export type Arrival = 'add-task' | 'categories' | 'templates'

/** Goes to the main page, and opens something there. */
export function useGoHome(): (arrival: Arrival) => void {
  const [, navigate] = useLocation()
  return useCallback((arrival) => navigate(HOME, { state: { arrival } }), [navigate])
}

/** What this visit of the main page is for. */
export function readArrival(): Arrival | null {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'arrival' in state ? (state.arrival as Arrival) : null
}

/** A reload, or a way back, opens nothing. */
export function forgetArrival(): void {
  if (readArrival() !== null) history.replaceState(null, '')
}

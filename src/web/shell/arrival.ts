import { useCallback } from 'react'
import { useLocation } from 'wouter'

import { HOME } from '../boot/paths.ts'

/** The dialog that the main page opens when another page links to it. */
export type Arrival = 'add-task' | 'categories' | 'templates'

/** Returns a function that goes to the main page and opens a dialog there. */
export function useGoHome(): (arrival: Arrival) => void {
  const [, navigate] = useLocation()
  return useCallback((arrival) => navigate(HOME, { state: { arrival } }), [navigate])
}

/** Returns the dialog to open on this visit, or null. */
export function readArrival(): Arrival | null {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'arrival' in state ? (state.arrival as Arrival) : null
}

/** Clears the arrival, so that a reload or Back doesn't open the dialog again. */
export function forgetArrival(): void {
  if (readArrival() !== null) history.replaceState(null, '')
}

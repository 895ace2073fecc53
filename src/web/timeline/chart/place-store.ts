import { z } from 'zod'

import { createStore, useStore } from '../../state/store.ts'
import { createStoredValue, parseJson } from '../../state/stored-value.ts'
import { TIMELINE_MODES, type TimelineMode } from '../rules/scale.ts'

/** The visible part of the timeline: the zoom, the moment at the left edge, and the vertical scroll position in px. */
export type Place = {
  mode: TimelineMode
  moment: number | null
  top: number
  showsPath: boolean
  /** Overrides `moment` when the zoom changes. */
  anchor?: Anchor | null
}

/** A moment and its distance from the left edge, in px. */
export type Anchor = { moment: number; x: number }

/** Limits writes to storage while scrolling. */
const WRITE_MS = 200

const placeSchema = z.object({
  mode: z.enum(TIMELINE_MODES),
  moment: z.number().nullable(),
  top: z.number().min(0),
  showsPath: z.boolean(),
})

const START: Place = { mode: 'day', moment: null, top: 0, showsPath: false }

const stored = createStoredValue<Place>('tenfold:timeline', {
  parse: (text) => placeSchema.parse(parseJson(text)),
  fallback: START,
  storage: () => sessionStorage,
})
const place = createStore(stored.read())
let isWatched = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Returns this tab's last place. It survives a reload. */
export const currentPlace = place.get

/** Returns a part of the place and renders again when that part changes. */
export function usePlace<T extends string | boolean>(select: (place: Place) => T): T {
  return useStore(place, select)
}

export function setPlace(change: Partial<Place>): void {
  place.set({ ...place.get(), ...change })
  timer ??= setTimeout(writePlace, WRITE_MS)
  if (isWatched) return
  isWatched = true
  window.addEventListener('pagehide', writePlace)
}

/** Writes the place now, because the page may close before the next delayed write. */
export function writePlace(): void {
  clearTimeout(timer)
  timer = undefined
  stored.write(place.get())
}

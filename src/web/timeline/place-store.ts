import { useSyncExternalStore } from 'react'
import { z } from 'zod'

import { TIMELINE_MODES, type TimelineMode } from '#domain/timeline-scale.ts'

/** What is seen of the timeline: the zoom, the moment at its left edge, and how far down it is scrolled, in px. */
export type Place = {
  mode: TimelineMode
  moment: number | null
  top: number
  showsPath: boolean
  /** What another zoom begins with, in the place of the moment at the left edge. */
  anchor?: Anchor | null
}

/** A moment, and how far from the left edge it is shown, in px. */
export type Anchor = { moment: number; x: number }

const STORAGE_KEY = 'tenfold:timeline'
/** Scrolling goes on while it is kept: storage is written when it rests. */
const WRITE_MS = 200

const placeSchema = z.object({
  mode: z.enum(TIMELINE_MODES),
  moment: z.number().nullable(),
  top: z.number().min(0),
  showsPath: z.boolean(),
})

const START: Place = { mode: 'day', moment: null, top: 0, showsPath: false }

let place: Place | null = null
let isWatched = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The place as this tab last had it, also before a reload. */
export function currentPlace(): Place {
  place ??= readPlace()
  return place
}

/** Something of the place, for what is drawn anew when it changes. */
export function usePlace<T extends string | boolean>(select: (place: Place) => T): T {
  return useSyncExternalStore(subscribe, () => select(currentPlace()))
}

export function setPlace(change: Partial<Place>): void {
  place = { ...currentPlace(), ...change }
  for (const listener of listeners) listener()
  timer ??= setTimeout(writePlace, WRITE_MS)
  if (isWatched) return
  isWatched = true
  window.addEventListener('pagehide', writePlace)
}

/** Writes at once what would be written soon: the page may be left. */
export function writePlace(): void {
  clearTimeout(timer)
  timer = undefined
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(currentPlace()))
  } catch {
    // Where storage is refused the place lasts until the page is left.
  }
}

function readPlace(): Place {
  try {
    return placeSchema.parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? ''))
  } catch {
    return START
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

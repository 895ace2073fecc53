import { z } from 'zod'

import { createStore, useStore } from '../../state/store.ts'
import { createStoredValue, parseJson } from '../../state/stored-value.ts'
import { TIMELINE_MODES, type TimelineMode } from '../rules/scale.ts'

/** The visible part of the timeline: the zoom, the moment at the left edge, and the vertical scroll position in px. */
export type Viewport = {
  mode: TimelineMode
  moment: number | null
  top: number
  showsPath: boolean
  /** Overrides `moment` when the zoom changes. */
  anchor?: Anchor | null
}

/** A moment and its distance from the left edge, in px. */
export type Anchor = { moment: number; x: number }

/** The delay before a write to storage, to limit writes while scrolling. */
const WRITE_MS = 200

const viewportSchema = z.object({
  mode: z.enum(TIMELINE_MODES),
  moment: z.number().nullable(),
  top: z.number().min(0),
  showsPath: z.boolean(),
})

const START: Viewport = { mode: 'day', moment: null, top: 0, showsPath: false }

const stored = createStoredValue<Viewport>('tenfold:timeline', {
  parse: (text) => viewportSchema.parse(parseJson(text)),
  fallback: START,
  storage: () => sessionStorage,
})
const viewport = createStore(stored.read())
let isWatched = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Returns this tab's last viewport, which survives a reload. */
export const currentViewport = viewport.get

/** Returns a part of the viewport and renders again when that part changes. */
export function useViewport<T extends string | boolean>(select: (viewport: Viewport) => T): T {
  return useStore(viewport, select)
}

export function setViewport(change: Partial<Viewport>): void {
  viewport.set({ ...viewport.get(), ...change })
  timer ??= setTimeout(writeViewport, WRITE_MS)
  if (isWatched) return
  isWatched = true
  window.addEventListener('pagehide', writeViewport)
}

/** Writes the viewport now, because the page may close before the next delayed write. */
export function writeViewport(): void {
  clearTimeout(timer)
  timer = undefined
  stored.write(viewport.get())
}

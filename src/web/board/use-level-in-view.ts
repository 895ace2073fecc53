import { useSyncExternalStore } from 'react'

import type { Level } from '#domain/priority.ts'

/** How far down the window the eye is taken to be, as a share of its height. */
const EYE = 0.3

/** The level that is being read, for the mark on the rail; at the end of the page it is the last one. */
export function useLevelInView(levels: readonly Level[]): Level | null {
  return useSyncExternalStore(subscribe, () => levelInView(levels))
}

/** Scrolls a level's band under the header and moves the focus to it. */
export function goToLevel(level: Level): void {
  const band = document.getElementById(`level-${level}`)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  band?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
  band?.focus({ preventScroll: true })
}

function levelInView(levels: readonly Level[]): Level | null {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1
  const read = isAtEnd ? undefined : levels.find((level) => reaches(level, clientHeight * EYE))
  return read ?? levels.at(-1) ?? null
}

function reaches(level: Level, line: number): boolean {
  const band = document.getElementById(`level-${level}`)
  return band !== null && band.getBoundingClientRect().bottom > line
}

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  addEventListener('resize', listener)
  return () => {
    removeEventListener('scroll', listener)
    removeEventListener('resize', listener)
  }
}

import { useEffect, useState } from 'react'

import { type Lane, hasCards } from './lanes.ts'
import type { Level } from '#domain/tasks/priority.ts'

/** The level at this height is the one being read. A share of the window's height, from the top. */
const EYE = 0.3

/** Returns the level being read, which the rail marks; at the end of the page, the last level. */
export function useLevelInView(lanes: readonly Lane[]): Level | null {
  const [inView, setInView] = useState<Level | null>(null)
  // Reading the layout during rendering would make the browser lay out the page twice.
  useEffect(() => {
    const levels = lanes.filter(hasCards).map((lane) => lane.level)
    const look = () => setInView(levelInView(levels))
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [lanes])
  return inView
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

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { scrollSpeed } from './auto-scroll.ts'

const EDGES = { from: 100, to: 1100, reach: 50, speed: 1000 }
const ANYWHERE = { min: -Infinity, max: Infinity }

describe('scrolling at the edges', () => {
  it.each([
    [600, 0],
    [1050, 0],
    [1075, 500],
    [1100, 1000],
    [1500, 1000],
    [150, 0],
    [125, -500],
    [100, -1000],
    [0, -1000],
  ])('at %i px is %i px per second', (at, speed) => {
    expect(scrollSpeed(EDGES, at, ANYWHERE)).toBeCloseTo(speed)
  })

  it('starts only after the drag has moved toward the edge', () => {
    expect(scrollSpeed(EDGES, 1090, { min: 1090, max: 1090 })).toBe(0)
    expect(scrollSpeed(EDGES, 1080, { min: 1080, max: 1090 })).toBe(0)
    expect(scrollSpeed(EDGES, 1081, { min: 1080, max: 1090 })).toBeGreaterThan(0)
    expect(scrollSpeed(EDGES, 110, { min: 110, max: 110 })).toBe(0)
    expect(scrollSpeed(EDGES, 109, { min: 109, max: 110 })).toBeLessThan(0)
  })

  it('never exceeds its limit, and never slows down toward an edge', () => {
    const places = fc.double({ min: -2000, max: 3000, noNaN: true })
    fc.assert(
      fc.property(places, places, (a, b) => {
        const [near, far] = a < b ? [b, a] : [a, b]
        const [fast, slow] = [scrollSpeed(EDGES, near, ANYWHERE), scrollSpeed(EDGES, far, ANYWHERE)]
        expect(fast).toBeGreaterThanOrEqual(slow)
        expect(Math.abs(fast)).toBeLessThanOrEqual(EDGES.speed)
      }),
    )
  })
})

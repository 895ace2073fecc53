import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { arrowRoute, roundedPath } from './arrow.ts'

const box = (left: number, row: number, width = 120) => ({
  left,
  right: left + width,
  top: row * 44 + 5.5,
  bottom: row * 44 + 38.5,
})

it('leaves 12 px before the bar’s end, goes down and enters the next bar from the left', () => {
  expect(arrowRoute(box(0, 0), box(200, 2), 5.5)).toEqual([
    { x: 108, y: 38.5 },
    { x: 108, y: 110 },
    { x: 200, y: 110 },
  ])
})

it('goes up to a row above', () => {
  expect(arrowRoute(box(0, 2), box(200, 0), 5.5)).toEqual([
    { x: 108, y: 93.5 },
    { x: 108, y: 22 },
    { x: 200, y: 22 },
  ])
})

it('goes back between the rows to a bar that starts earlier', () => {
  expect(arrowRoute(box(100, 0), box(50, 1), 5.5)).toEqual([
    { x: 208, y: 38.5 },
    { x: 208, y: 44 },
    { x: 38, y: 44 },
    { x: 38, y: 66 },
    { x: 50, y: 66 },
  ])
})

it('leaves from the middle of a bar narrower than 24 px', () => {
  expect(arrowRoute(box(0, 0, 10), box(200, 1), 5.5)[0]).toEqual({ x: 5, y: 38.5 })
})

it('has only horizontal and vertical lines and ends at the middle of the left side', () => {
  const boxes = fc.tuple(fc.integer({ min: -3000, max: 3000 }), fc.nat(50), fc.integer({ min: 3, max: 900 }))
  fc.assert(
    fc.property(boxes, boxes, ([x1, row1, w1], [x2, row2, w2]) => {
      const to = box(x2, row2, w2)
      const route = arrowRoute(box(x1, row1, w1), to, 5.5)
      for (const [index, point] of route.entries()) {
        const before = route[index - 1]
        if (before) expect(before.x === point.x || before.y === point.y).toBe(true)
      }
      expect(route.at(-1)).toEqual({ x: to.left, y: (to.top + to.bottom) / 2 })
      expect(roundedPath(route)).not.toContain('NaN')
    }),
  )
})

it('rounds the elbows', () => {
  expect(roundedPath(arrowRoute(box(0, 0), box(200, 1), 5.5))).toBe('M108 38.5L108 61Q108 66 113 66L200 66')
})

import { describe, expect, it } from 'vitest'

import { type Press, dragStep } from './drag-step.ts'

const MOUSE: Press = { pointerId: 1, x: 100, y: 100, mustRest: false, isLifted: false }
const FINGER: Press = { ...MOUSE, mustRest: true }
const LIFTED: Press = { ...FINGER, isLifted: true }

/** Returns a movement of the pressed pointer by a number of px. */
const moved = (x: number, y = 0, rest = {}) => ({
  type: 'pointermove',
  pointerId: 1,
  clientX: 100 + x,
  clientY: 100 + y,
  buttons: 1,
  ...rest,
})

describe('a pointer gesture', () => {
  it.each([
    ['4 px to the right', moved(4), 'wait'],
    ['5 px to the right', moved(5), 'lift'],
    ['5 px up', moved(0, -5), 'lift'],
    ['3 px to the left and 4 px down', moved(-3, 4), 'lift'],
    ['another pointer moves', moved(50, 0, { pointerId: 2 }), 'wait'],
  ])('lifts after 5 px with a mouse: %s', (_, event, step) => {
    expect(dragStep(MOUSE, event)).toBe(step)
  })

  it.each([
    ['8 px', moved(8), 'wait'],
    ['9 px sideways', moved(9), 'cancel'],
    ['9 px down', moved(0, 9), 'cancel'],
  ])('scrolls instead if a finger moves more than 8 px before it has rested: %s', (_, event, step) => {
    expect(dragStep(FINGER, event)).toBe(step)
  })

  it('follows even the smallest move of its pointer after lifting', () => {
    expect(dragStep(LIFTED, moved(0))).toBe('move')
    expect(dragStep(LIFTED, moved(300, 200))).toBe('move')
    expect(dragStep(LIFTED, moved(300, 200, { pointerId: 2 }))).toBe('wait')
  })

  it('drops when the pointer is released after lifting', () => {
    expect(dragStep(LIFTED, { type: 'pointerup', pointerId: 1 })).toBe('drop')
    expect(dragStep(LIFTED, { type: 'pointerup', pointerId: 2 })).toBe('wait')
    expect(dragStep(MOUSE, { type: 'pointerup', pointerId: 1 })).toBe('cancel')
  })

  it.each([
    ['Escape', { type: 'keydown', key: 'Escape' }],
    ['a second finger', { type: 'pointerdown', pointerId: 2 }],
    ['a press whose release was missed', { type: 'pointerdown', pointerId: 1 }],
    ['the browser when it scrolls', { type: 'pointercancel', pointerId: 1 }],
    ['a window resize', { type: 'resize' }],
    ['a hidden page', { type: 'visibilitychange' }],
    ['a movement without a button, which was released outside the window', moved(1, 0, { buttons: 0 })],
  ])('is canceled by %s', (_, event) => {
    expect([MOUSE, FINGER, LIFTED].map((press) => dragStep(press, event))).toEqual([
      'cancel',
      'cancel',
      'cancel',
    ])
  })

  it.each([
    ['another key', { type: 'keydown', key: 'ArrowDown' }],
    ['another pointer that is canceled', { type: 'pointercancel', pointerId: 2 }],
    ['scrolling', { type: 'scroll' }],
  ])('continues after %s', (_, event) => {
    expect([MOUSE, FINGER, LIFTED].map((press) => dragStep(press, event))).toEqual(['wait', 'wait', 'wait'])
  })
})

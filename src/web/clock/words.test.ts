import { describe, expect, it } from 'vitest'

import { gapText, keep, unsavedTime } from './words.ts'

it.each([
  [0, 'Keep 0 s'],
  [59.5, 'Keep 59 s'],
  [60, 'Keep 1 m'],
  [659, 'Keep 10 m'],
  [3600, 'Keep 1 h'],
  [6660, 'Keep 1 h 51 m'],
])('the button that keeps %d seconds says "%s"', (seconds, text) => expect(keep(seconds)).toBe(text))

it('the confirmation before a reset states the unsaved time', () => {
  expect(unsavedTime(185)).toBe('3 m of unsaved time will be lost.')
})

describe('the prompt about time away', () => {
  const today = new Date(new Date().setHours(10, 10, 0, 0))
  const time = today.toLocaleTimeString(undefined, { timeStyle: 'short' })

  it('states the time of day', () => {
    expect(gapText('Tax return', today.getTime(), 6600)).toBe(
      `The timer for “Tax return” was running. You’ve been away since ${time} (1 h 50 m).`,
    )
  })

  it('adds the date if the absence began on another day', () => {
    const before = new Date(new Date(today).setDate(today.getDate() - 1))
    const day = before.toLocaleDateString(undefined, { dateStyle: 'medium' })
    expect(gapText('Tax return', before.getTime(), 86_400)).toContain(day)
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cancelPress, pressCheck } from './press-check.ts'

const completed: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '200ms', rowGap: '8px' }))
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => undefined)
  completed.length = 0
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Clicks the round control of a card, which takes 0.4 s to close before its task is completed. */
function press(taskId: number, title: string) {
  const dataset: DOMStringMap = {}
  const card = { dataset, offsetWidth: 300, offsetHeight: 40, parentElement: null, animate: aClosing }
  pressCheck(taskId, card as unknown as HTMLElement, async () => void completed.push(title))
  return dataset
}
const aClosing = () => ({ cancel: () => undefined })

test('an undo while the card closes cancels the latest completion', async () => {
  press(1, 'Board memo')
  vi.advanceTimersByTime(100)
  const card = press(2, 'Confirm venue')
  vi.advanceTimersByTime(250)
  expect(cancelPress()).toBe(true)
  expect(card).not.toHaveProperty('completing')
  await vi.runAllTimersAsync()
  expect(completed).toEqual(['Board memo'])
})

test('an undo after the card has closed cancels nothing', async () => {
  press(3, 'Weekly planning')
  await vi.runAllTimersAsync()
  expect(cancelPress()).toBe(false)
  expect(completed).toEqual(['Weekly planning'])
})

test('an undo while the completion is being sent cancels nothing', () => {
  press(4, 'Interview panel')
  vi.advanceTimersByTime(400)
  expect([completed, cancelPress()]).toEqual([['Interview panel'], false])
})

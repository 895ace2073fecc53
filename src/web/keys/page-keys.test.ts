import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { listenToKeys } from './page-keys.ts'

/** An element that matches the given selectors, or is inside elements that match them. */
class FakeElement {
  readonly selectors: string
  constructor(selectors: string) {
    this.selectors = selectors
  }
  closest = (selector: string) =>
    selector.split(', ').some((one) => this.selectors.includes(one)) ? this : null
}

let press: (event: object) => void

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('window', {
    addEventListener: (_type: string, listener: typeof press) => {
      press = listener
    },
  })
  listenToKeys()
})
afterEach(() => vi.unstubAllGlobals())

/** Returns whether the page lets the browser handle a press of Enter. */
function isPassed(selectors: string, repeat: boolean): boolean {
  const preventDefault = vi.fn<() => void>()
  press({ key: 'Enter', target: new FakeElement(selectors), repeat, preventDefault })
  return preventDefault.mock.calls.length === 0
}

test.each(['button', '[role^=menuitem]'])('holding Enter activates a %s only once', (selectors) => {
  expect([isPassed(selectors, false), isPassed(selectors, true)]).toEqual([true, false])
})

test('holding Enter still adds lines to a text area', () => {
  expect(isPassed('textarea', true)).toBe(true)
})

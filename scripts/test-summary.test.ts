import { expect, test } from 'vitest'

import { FLAKY_MAX, flakyStep, summary } from './test-summary.mjs'

const PASSED = {
  file: 'src/a.test.ts',
  line: 12,
  title: 'a level has slots',
  variant: '',
  passed: true,
  isFlaky: false,
  error: '',
  seconds: 1,
}
const FAILED = {
  ...PASSED,
  line: 20,
  title: 'a level rejects a move',
  passed: false,
  error: 'Error: no slot',
}
const FLAKY = {
  ...PASSED,
  file: 'tests/browser/drag.spec.ts',
  title: 'a card is dropped',
  variant: 'narrow',
  isFlaky: true,
  error: 'Error: not visible',
  details: ['Locator: banner', '  Received: hidden'],
}

const units = { title: 'Unit tests', ok: true, seconds: 30.44 }
const lint = { title: 'Lint', ok: true, seconds: 2 }

test('ends a passing run with the time of each step and the number of tests', () => {
  expect(summary([lint, { ...units, ran: [PASSED, PASSED] }])).toBe(`Steps
  passed     2.0 s  Lint
  passed    30.4 s  Unit tests
2 passed, 0 failed`)
})

test('lists every failed and every flaky test with its location and first error, and the failed steps', () => {
  const steps = [
    { ...lint, ok: false },
    { ...units, ok: false, ran: [PASSED, FAILED, FLAKY] },
  ]
  expect(summary(steps)).toBe(`Steps
  failed     2.0 s  Lint
  failed    30.4 s  Unit tests
Failed (1)
  src/a.test.ts:20  a level rejects a move
    Error: no slot
Flaky (1)
  tests/browser/drag.spec.ts:12  a card is dropped (narrow)
    Error: not visible
    Locator: banner
      Received: hidden
Failed: Lint, Unit tests
2 passed, 2 failed`)
})

test('lists and counts the parts that were skipped', () => {
  const skipped = ['WebKitGTK: not tested.', 'S3: not tested.']
  expect(summary([{ ...units, ran: [PASSED] }], skipped)).toBe(`Steps
  passed    30.4 s  Unit tests
Skipped (2)
  WebKitGTK: not tested.
  S3: not tested.
1 passed, 0 failed, 2 skipped`)
})

test('counts a step that failed without a failed test as one failure', () => {
  expect(summary([{ ...units, ok: false, ran: [PASSED] }])).toMatch(/\n1 passed, 1 failed$/)
  expect(summary([{ ...units, ok: false, ran: [] }])).toMatch(/\n0 passed, 1 failed$/)
})

test('omits the line number of a failure whose location is unknown', () => {
  const steps = [{ ...units, ok: false, ran: [{ ...FAILED, line: null }] }]
  expect(summary(steps)).toContain('\n  src/a.test.ts  a level rejects a move\n')
})

test(`accepts ${FLAKY_MAX} flaky tests in all steps together and rejects one more`, () => {
  const half = { ...units, ran: Array.from({ length: FLAKY_MAX - 1 }, () => FLAKY) }
  expect(flakyStep([half, { ...units, ran: [FLAKY, PASSED] }]).ok).toBe(true)
  expect(flakyStep([half, { ...units, ran: [FLAKY, FLAKY] }]).ok).toBe(false)
})

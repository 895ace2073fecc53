import { placeAndTitle } from './ran-tests.mjs'

/** @typedef {import('./ran-tests.mjs').RanTest} RanTest */
/** @typedef {{ title: string, ok: boolean, seconds: number, ran?: readonly RanTest[] }} Step */

/** Up to five flaky tests in a run can be chance; more indicate a defect. */
export const FLAKY_MAX = 5

/**
 * Returns the end of a run's output: the time of each step, every failed and every flaky test with its error, the
 * failed steps, the skipped parts, and the closing line.
 *
 * @param {readonly Step[]} steps
 * @param {readonly string[]} [skipped] a sentence for each part that this machine can't test
 * @returns {string}
 */
export function summary(steps, skipped = []) {
  const ran = steps.flatMap((step) => step.ran ?? [])
  const failed = steps.filter(({ ok }) => !ok).map(({ title }) => title)
  return [
    'Steps',
    ...steps.map(stepLine),
    ...listed(
      'Failed',
      ran.filter(({ passed }) => !passed),
    ),
    ...listed(
      'Flaky',
      ran.filter(({ isFlaky }) => isFlaky),
    ),
    ...(failed.length > 0 ? [`Failed: ${failed.join(', ')}`] : []),
    ...(skipped.length > 0 ? [`Skipped (${skipped.length})`, ...skipped.map((part) => `  ${part}`)] : []),
    closingLine(steps, skipped.length),
  ].join('\n')
}

/**
 * Returns the step that fails a run with more than `FLAKY_MAX` flaky tests.
 *
 * @param {readonly Step[]} steps
 * @returns {Step}
 */
export function flakyStep(steps) {
  const count = steps.flatMap(({ ran = [] }) => ran).filter(({ isFlaky }) => isFlaky).length
  return { title: `At most ${FLAKY_MAX} flaky tests`, ok: count <= FLAKY_MAX, seconds: 0 }
}

/** @param {Step} step */
function stepLine({ title, ok, seconds }) {
  return `  ${ok ? 'passed' : 'failed'} ${seconds.toFixed(1).padStart(7)} s  ${title}`
}

/**
 * @param {string} heading
 * @param {readonly RanTest[]} tests
 * @returns {string[]} no lines when there are no tests
 */
function listed(heading, tests) {
  if (tests.length === 0) return []
  const lines = tests.flatMap((test) => [
    `  ${placeAndTitle(test)}`,
    ...[test.error, ...(test.details ?? [])].map((line) => `    ${line}`),
  ])
  return [`${heading} (${tests.length})`, ...lines]
}

/**
 * Returns the closing line of a run. A step that fails without a failed test (lint, a crash) counts as one failure, so
 * that a failed run never prints "0 failed".
 *
 * @param {readonly Step[]} steps
 * @param {number} skipped
 * @returns {string} 'N passed, N failed', and ', N skipped' if there are any
 */
function closingLine(steps, skipped) {
  const counts = steps.map(({ ok, ran = [] }) => {
    const passed = ran.filter((test) => test.passed).length
    return { passed, failed: Math.max(ran.length - passed, ok ? 0 : 1) }
  })
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    counts.reduce((total, count) => total + count[key], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

import { readIfThere } from './fingerprint.mjs'

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * The tests of a run by the JSON report of its runner.
 *
 * @param {string} path a report of Vitest or of Playwright
 * @returns {Promise<Counts>} nothing at all when the runner ended before it could report.
 */
export async function readCounts(path) {
  const text = await readIfThere(path)
  const report = text ? JSON.parse(text) : {}
  if (report.stats) {
    return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
  }
  return { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 0 }
}

/**
 * The closing line of a whole run. A step that failed without a failed test (a lint finding, a crash) counts as one
 * failure, so that a run that did not pass never says '0 failed'.
 *
 * @param {readonly { ok: boolean, counts?: Counts }[]} steps
 * @returns {string} 'N passed, N failed'
 */
export function closingLine(steps) {
  const passed = steps.reduce((sum, { counts }) => sum + (counts?.passed ?? 0), 0)
  const failed = steps.reduce((sum, { ok, counts }) => sum + Math.max(counts?.failed ?? 0, ok ? 0 : 1), 0)
  return `${passed} passed, ${failed} failed`
}

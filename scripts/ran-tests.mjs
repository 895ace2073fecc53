import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { readIfThere } from './fingerprint.mjs'

/**
 * One test of a run. `file` is relative to the root, `line` is null if unknown, `variant` is the Playwright project or
 * empty, `error` is the first line of the first error, even if a retry passed, and `details` are the lines that follow it.
 *
 * @typedef {{ file: string, line: number | null, title: string, variant: string, passed: boolean, isFlaky: boolean, error: string, details?: string[], seconds: number }} RanTest
 */

/** @typedef {{ message?: string, value?: string }} PlaywrightError */
/** @typedef {{ duration: number, errors?: PlaywrightError[] }} PlaywrightResult */
/** @typedef {{ projectName?: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped', results: PlaywrightResult[] }} PlaywrightTest */
/** @typedef {{ title: string, file: string, line: number, tests: PlaywrightTest[] }} Spec */
/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ fullName: string, status: string, duration?: number | null, location?: { line: number } | null, failureMessages?: string[] }} Assertion */
/** @typedef {{ name: string, status?: string, message?: string, assertionResults: Assertion[] }} VitestFile */
/** @typedef {{ suites?: Suite[], errors?: PlaywrightError[], testResults?: VitestFile[] }} Report */

/**
 * Reads the tests that ran from a runner's JSON report. A file or a run that failed outside its tests
 * counts as one failed test.
 *
 * @param {string} root
 * @param {string} path a report of Vitest or of Playwright
 * @returns {Promise<RanTest[]>} empty when there is no report; skipped tests are left out
 */
export async function readRan(root, path) {
  const text = await readIfThere(path)
  /** @type {Report} */
  const report = text ? JSON.parse(text) : {}
  return [
    ...(report.suites ?? []).flatMap((suite) => testsOfSuite(suite, [])),
    ...(report.errors ?? []).map(({ message, value }) =>
      failedOutside('tests/browser', 'outside of a story', message ?? value),
    ),
    ...(report.testResults ?? []).flatMap((file) => testsOfFile(root, file)),
  ]
}

/**
 * Lists the tests that took longest, one per line, slowest first.
 *
 * @param {readonly RanTest[]} ran
 * @param {number} count the maximum number of lines
 */
export function slowestTable(ran, count) {
  return ran
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map((test) => `${test.seconds.toFixed(1).padStart(7)} s  ${test.file}  ${test.title}`)
    .join('\n')
}

/**
 * Lists the tests that failed at least once in repeated runs: how many times, where, and each distinct first error.
 *
 * @param {readonly RanTest[]} ran
 * @returns {string} empty when none failed
 */
export function failureTable(ran) {
  const groups = Map.groupBy(ran, ({ file, title, variant }) => JSON.stringify([file, title, variant]))
  return [...groups.values()].flatMap(failuresOf).join('\n')
}

/** @param {readonly RanTest[]} runs of one test */
function failuresOf(runs) {
  const failed = runs.filter(({ passed }) => !passed)
  const [first] = failed
  if (!first) return []
  const errors = [...Map.groupBy(failed, ({ error }) => error)]
  return [
    `Failed ${failed.length} of ${runs.length}: ${placeAndTitle(first)}`,
    ...errors.map(([error, { length }]) => `  ${length} × ${error}`),
  ]
}

/**
 * Returns a test's location and title in one line.
 *
 * @param {RanTest} test
 */
export function placeAndTitle({ file, line, title, variant }) {
  return `${file}${line === null ? '' : `:${line}`}  ${title}${variant ? ` (${variant})` : ''}`
}

/**
 * @param {Suite} suite
 * @param {readonly string[]} above the titles of the enclosing suites, without the file's
 * @returns {RanTest[]} one for each width at which a story ran
 */
function testsOfSuite({ specs = [], suites = [] }, above) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ projectName = '', status, results }) => ({
        file: `tests/browser/${file}`,
        line,
        title: [...above, title].join(' '),
        variant: projectName,
        passed: status !== 'unexpected',
        isFlaky: status === 'flaky',
        ...describeErrors(results.find(({ errors = [] }) => errors.length > 0)?.errors),
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
  )
  return [...own, ...suites.flatMap((inner) => testsOfSuite(inner, [...above, inner.title]))]
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 * @returns {RanTest}
 */
function failedOutside(file, title, message) {
  const error = firstLine(message)
  return { file, line: null, title, variant: '', passed: false, isFlaky: false, error, seconds: 0 }
}

/**
 * @param {string} root
 * @param {VitestFile} file
 * @returns {RanTest[]}
 */
function testsOfFile(root, { name, status: fileStatus, message, assertionResults }) {
  const file = relative(root, name)
  const tests = assertionResults
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status, duration, location, failureMessages = [] }) => ({
      file,
      line: location?.line ?? null,
      title: fullName,
      variant: '',
      passed: status === 'passed',
      // Vitest reports the errors of earlier attempts even when a retry passes.
      isFlaky: status === 'passed' && failureMessages.length > 0,
      error: firstLine(failureMessages[0]),
      seconds: (duration ?? 0) / 1000,
    }))
  if (fileStatus !== 'failed' || tests.some(({ passed }) => !passed)) return tests
  return [...tests, failedOutside(file, 'outside of a test', message)]
}

/** The maximum number of further lines of an error: enough for both values of an assertion, or the action that timed out. */
const DETAILS_MAX = 8

/**
 * Returns the first line of the first error and the lines that follow it, without source code or stack trace. After a timeout,
 * the second error names the action that didn't end.
 *
 * @param {readonly PlaywrightError[]} [errors] of the first failed attempt
 */
function describeErrors(errors = []) {
  const texts = errors.map(({ message = '' }) => stripVTControlCharacters(message).trim())
  const lines = texts.flatMap((text) => text.split(/\n\s*(?:>?\s*\d+ \||at )/, 1)[0]?.split('\n') ?? [])
  const details = lines
    .slice(1)
    .filter((line) => line.trim())
    .slice(0, DETAILS_MAX)
  return { error: firstLine(errors[0]?.message), ...(details.length > 0 && { details }) }
}

/**
 * Returns the first line, and the second if it contains the seed that makes fast-check repeat a failure.
 *
 * @param {string} [text]
 */
function firstLine(text = '') {
  const [first = '', second = ''] = stripVTControlCharacters(text).trim().split('\n')
  return second.startsWith('{ seed:') ? `${first} ${second}` : first
}

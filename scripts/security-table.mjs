import { relative } from 'node:path'

import { readIfThere } from './fingerprint.mjs'

/** @typedef {import('../tests/security-lines.mjs').Line} Line */
/** @typedef {{ file: string, title: string, passed: boolean }} Ran one test that was run; `file` is below the root */
/** @typedef {{ title: string, file: string, ok: boolean }} Spec */
/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite of Playwright's report */
/** @typedef {{ name: string, assertionResults: { fullName: string, status: string }[] }} File of Vitest's report */
/** @typedef {{ line: Line, attempts: number, result: 'holds' | 'FAILS' | 'NOT TRIED' }} Row */

/**
 * The tests of a run by the JSON report of its runner.
 *
 * @param {string} root
 * @param {string} path a report of Vitest or of Playwright
 * @returns {Promise<Ran[]>} none when there is no report
 */
export async function readRan(root, path) {
  const text = await readIfThere(path)
  /** @type {{ suites?: Suite[], testResults?: File[] }} */
  const report = text ? JSON.parse(text) : {}
  if (report.suites) return report.suites.flatMap((suite) => specsOf(suite, []))
  return (report.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({
        file: relative(root, name),
        title: fullName,
        passed: status === 'passed',
      })),
  )
}

/**
 * @param {Suite} suite
 * @param {readonly string[]} above the titles of the suites around it, without the file's
 * @returns {Ran[]}
 */
function specsOf({ specs = [], suites = [] }, above) {
  const own = specs.map(({ title, file, ok }) => ({
    file: `tests/browser/${file}`,
    title: [...above, title].join(' '),
    passed: ok,
  }))
  return [...own, ...suites.flatMap((inner) => specsOf(inner, [...above, inner.title]))]
}

/**
 * What became of each line: it holds when every test that tries it passed, and there is one for each place it names.
 *
 * @param {readonly Line[]} lines
 * @param {readonly Ran[]} ran
 * @returns {Row[]}
 */
export function securityRows(lines, ran) {
  return lines.map((line) => {
    const places = placesOf(line).map(({ file, title }) =>
      ran.filter((test) => test.file === file && test.title.startsWith(title)),
    )
    const tests = [...new Set(places.flat())]
    const isTried = places.every((found) => found.length > 0)
    const result = tests.some(({ passed }) => !passed) ? 'FAILS' : isTried ? 'holds' : 'NOT TRIED'
    return { line, attempts: tests.length, result }
  })
}

/**
 * @param {readonly Row[]} rows
 * @returns {string} a table: number, result, attempts, statement
 */
export function securityTable(rows) {
  const body = rows.map(({ line, attempts, result }) => {
    return `${String(line.number).padStart(4)}  ${result.padEnd(9)}  ${String(attempts).padStart(8)}  ${line.statement}`
  })
  return ['Line  Result     Attempts  Statement', ...body].join('\n')
}

/**
 * @param {Line} line
 * @returns {{ file: string, title: string }[]}
 */
function placesOf({ tests }) {
  return tests.flatMap(([file, ...titles]) =>
    (titles.length > 0 ? titles : ['']).map((title) => ({ file, title })),
  )
}

/** @typedef {import('../tests/security-lines.mjs').Line} Line */
/** @typedef {Pick<import('./ran-tests.mjs').RanTest, 'file' | 'title' | 'passed'>} Ran */
/** @typedef {{ line: Line, attempts: number, result: 'holds' | 'FAILS' | 'NOT TRIED' }} Row */

/**
 * Returns the result of each line, which is 'holds' if all its tests passed and each of its entries has a test.
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

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
    const tests = ran.filter((test) => placesOf(line).some((place) => isAt(place, test)))
    const isTried = missingTests(line, ran).length === 0
    const result = tests.some(({ passed }) => !passed) ? 'FAILS' : isTried ? 'holds' : 'NOT TRIED'
    return { line, attempts: tests.length, result }
  })
}

/**
 * Lists the entries of a line that have no test, for example because its title was changed.
 *
 * @param {Pick<Line, 'tests'>} line
 * @param {readonly Ran[]} ran
 * @returns {string[]} the file and title of each
 */
export function missingTests(line, ran) {
  return placesOf(line)
    .filter((place) => !ran.some((test) => isAt(place, test)))
    .map(({ file, title }) => `${file}: ${title}`)
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

/** @typedef {{ file: string, title: string }} Place `title` is how the titles of its tests begin */

/**
 * @param {Pick<Line, 'tests'>} line
 * @returns {Place[]}
 */
function placesOf({ tests }) {
  return tests.flatMap(([file, ...titles]) =>
    (titles.length > 0 ? titles : ['']).map((title) => ({ file, title })),
  )
}

/** @param {Place} place @param {Ran} test */
function isAt({ file, title }, test) {
  return test.file === file && test.title.startsWith(title)
}

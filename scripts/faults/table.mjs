/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {'holds' | 'FALLS SHORT' | 'not run' | 'not built yet'} Result */
/** @typedef {import('../../tests/support/figures.ts').Figures} Figures */
/** @typedef {{ row: Row, result: Result, figures: Figures, took: number, note?: string }} Outcome `took` in seconds */

const WIDTHS = [5, 13, 5, 11, 10, 7, 4]

export const HEAD = columns(['Fault', 'Result', 'Runs', 'Lost', 'Duplicated', 'Seconds', 'Took', 'Cause'])

/**
 * Adds up the figures of a row.
 *
 * @param {string} notes JSON, one line per note
 * @param {number} tests the number of tests that ran, used as the number of runs unless the tests recorded one
 * @returns {Figures}
 */
export function sumFigures(notes, tests) {
  /** @type {Figures[]} */
  const all = notes
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  /** @param {'runs' | 'writes' | 'lost' | 'duplicated'} name */
  const sum = (name) => {
    const values = all.flatMap((figures) => figures[name] ?? [])
    return values.length > 0 ? values.reduce((total, value) => total + value, 0) : undefined
  }
  const seconds = all.flatMap((figures) => figures.seconds ?? [])
  return {
    runs: sum('runs') ?? tests,
    writes: sum('writes'),
    lost: sum('lost'),
    duplicated: sum('duplicated'),
    seconds: seconds.length > 0 ? Math.max(...seconds) : undefined,
  }
}

/** @param {Outcome} outcome */
export function faultLine({ row, result, figures, took, note }) {
  const cause = note ? `${row.cause} (${note})` : row.cause
  return columns([row.fault, result, ...cellsOf(figures), took === 0 ? '' : took.toFixed(0), cause])
}

/**
 * Returns the exit code of a run. A row that was not run counts as failed only if `isStrict`.
 *
 * @param {readonly Outcome[]} outcomes
 * @param {boolean} isStrict
 */
export function exitCodeOf(outcomes, isStrict) {
  const isGood = outcomes.every(
    ({ row, result }) =>
      result === 'holds' ||
      (result === 'not run' && !isStrict) ||
      (result === 'not built yet' && row.isExcused),
  )
  return isGood ? 0 : 1
}

/**
 * Returns the rows as a Markdown table.
 *
 * @param {readonly Outcome[]} outcomes of this run
 * @param {string} day of this run
 * @param {string} [before] the text with the table of earlier runs, which has the lines of the other rows
 */
export function markdownTable(outcomes, day, before = '') {
  const head = ['', 'Fault', 'Must hold', 'Result', 'Runs', 'Lost', 'Duplicated', 'Seconds', 'Last run']
  /** @type {Map<string, string>} */
  const lines = new Map()
  for (const [line, fault = ''] of before.matchAll(/^\| (F\d+) .*$/gm)) lines.set(fault, line)
  for (const { row, result, figures } of outcomes) {
    const { fault, cause, mustHold } = row
    const shown = result === 'holds' ? result : `**${result}**`
    lines.set(fault, toLine([fault, cause, mustHold, shown, ...cellsOf(figures), day]))
  }
  const sorted = [...lines].toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
  return [toLine(head), toLine(head.map(() => '---')), ...sorted.map(([, line]) => line)].join('\n')
}

/** @param {readonly string[]} cells */
function toLine(cells) {
  return `| ${cells.join(' | ')} |`
}

/** @param {Figures} figures */
function cellsOf({ runs, writes, lost, duplicated, seconds }) {
  const of = writes === undefined ? '' : ` of ${writes}`
  return [
    runs ? String(runs) : '',
    lost === undefined ? '' : `${lost}${of}`,
    String(duplicated ?? ''),
    seconds?.toFixed(1) ?? '',
  ]
}

/** @param {readonly string[]} cells */
function columns(cells) {
  return cells
    .map((cell, index) => {
      const width = WIDTHS[index] ?? 0
      return index > 1 && index < WIDTHS.length ? cell.padStart(width) : cell.padEnd(width)
    })
    .join('  ')
}

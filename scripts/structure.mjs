// Compares the source structure with its targets and fails if a limit is exceeded.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { fileGraph, findCycles, reachedFrom, readSources, sliceGraph } from './import-graph.mjs'
import { runScript } from './step.mjs'
import { importantStyles, misplacedStyles, readStyles, unlayeredRules } from './style-files.mjs'

/** @typedef {import('./import-graph.mjs').Source} Source */
/**
 * @typedef {{ title: string, value: number, target: number, limit: number, found: string[] }} Row
 * A count with its target. The check fails above `limit`, and when the target is reached while the limit is higher.
 */

const LISTENERS = /\bnew Set<\([^)]*\) => (?:void|unknown)>/
const STORAGE = /\.(?:getItem|setItem)\(/
const ERROR_TEXT = /\b\w*[eE]rror\.message\b/

/**
 * Returns every count that has a target.
 *
 * @param {readonly Source[]} sources the files of `src` except tests
 * @param {{ server: number, web: number }} loose the number of files in the root folder of each side
 * @param {readonly Source[]} [styles] the style sheets of `src`
 * @returns {Row[]}
 */
export function structureRows(sources, loose, styles = []) {
  const web = sources.filter(({ path }) => path.startsWith('src/web/'))
  const effects = web.map(({ text }) => text.match(/\buseEffect\(/g)?.length ?? 0).reduce((a, b) => a + b, 0)
  const effectsPerThousand = Math.ceil((effects / linesOf(web)) * 10_000) / 10
  const graph = sliceGraph(sources)
  const cycles = findCycles(graph).map((cycle) => describeCycle(graph, cycle))
  const fileCycles = findCycles(fileGraph(sources)).map((files) => files.join(' → '))
  return [
    count('Files in the root of src/server', loose.server, { target: 6, limit: 6 }),
    count('Files in the root of src/web', loose.web, { target: 6, limit: 6 }),
    list('Files of src/domain that only one side imports', oneSided(sources), { target: 0, limit: 0 }),
    list('Cycles between slices', cycles, { target: 0, limit: 0 }),
    list('Cycles between files', fileCycles, { target: 0, limit: 0 }),
    list('Places in src/web that turn an error into text', matching(web, ERROR_TEXT), {
      target: 1,
      limit: 1,
    }),
    list('Files in src/web with their own listeners', matching(web, LISTENERS), { target: 1, limit: 1 }),
    list('Files in src/web that read or write storage', matching(web, STORAGE), { target: 1, limit: 1 }),
    ...Object.entries(WRITE_PATHS).map(([title, { files, target }]) =>
      list(`Files from ${title}`, files, { target, limit: target }),
    ),
    list('Files on these paths that no earlier file imports', strayFiles(sources), { target: 0, limit: 0 }),
    list('Style sheets outside board, timeline and theme', misplacedStyles(styles), { target: 0, limit: 0 }),
    list('Rules of style sheets outside a layer', unlayeredRules(styles), { target: 0, limit: 0 }),
    list('Style sheets with !important', importantStyles(styles), { target: 0, limit: 0 }),
    count('useEffect per 1,000 lines of src/web', effectsPerThousand, { target: 1, limit: 1 }),
    count('Lines of src except tests', linesOf(sources), { target: 30_000, limit: 68_900 }),
  ]
}

/**
 * @param {readonly Row[]} rows
 * @returns {string} a table with the title, value, target and limit of each row
 */
export function structureTable(rows) {
  const heads = ['', 'now', 'target', 'limit']
  const cells = rows.map(({ title, value, target, limit }) => [title, ...[value, target, limit].map(format)])
  const widths = heads.map((_, i) => Math.max(...[heads, ...cells].map((row) => row[i]?.length ?? 0)))
  return [heads, ...cells]
    .map(([title = '', ...numbers]) =>
      [title.padEnd(widths[0] ?? 0), ...numbers.map((text, i) => text.padStart(widths[i + 1] ?? 0))].join(
        '  ',
      ),
    )
    .join('\n')
}

/**
 * Returns the faults, one per line: each row above its limit with its findings, and each target that is reached while
 * the limit is higher.
 *
 * @param {readonly Row[]} rows
 * @returns {string[]}
 */
export function structureFaults(rows) {
  return rows.flatMap(({ title, value, target, limit, found }) => {
    if (value > limit) {
      return [`${title}: ${format(value)}, at most ${format(limit)}`, ...found.map((one) => `  ${one}`)]
    }
    const isLoose = value <= target && limit > target
    return isLoose
      ? [`${title}: target reached. Set its limit to ${format(target)} in scripts/structure.mjs.`]
      : []
  })
}

/**
 * @param {string} title
 * @param {number} value
 * @param {{ target: number, limit: number }} bounds
 * @returns {Row}
 */
function count(title, value, bounds) {
  return { title, value, ...bounds, found: [] }
}

/**
 * @param {string} title
 * @param {string[]} found
 * @param {{ target: number, limit: number }} bounds
 * @returns {Row}
 */
function list(title, found, bounds) {
  return { title, value: found.length, ...bounds, found }
}

/** @param {readonly Source[]} sources */
function linesOf(sources) {
  return sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

/**
 * @param {readonly Source[]} sources
 * @param {RegExp} pattern
 * @returns {string[]} the paths of the files with a match outside comments
 */
function matching(sources, pattern) {
  const found = sources.filter(({ text }) => pattern.test(text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')))
  return found.map(({ path }) => path)
}

/** The files that a reader opens, in order, to follow a write from the interface to the request, and to the row. */
const WRITE_PATHS = {
  'the quick-add line to the request': {
    target: 5,
    files: [
      'src/web/quick-add/use-line.ts',
      'src/web/tasks/data/create-task.ts',
      'src/web/sync/runner/run.ts',
      'src/web/sync/runner/runner.ts',
      'src/web/sync/api.ts',
    ],
  },
  'the request to the row of a new task': {
    target: 5,
    files: [
      'src/server/tasks/bindings.ts',
      'src/server/run/bind.ts',
      'src/server/run/execute.ts',
      'src/domain/tasks/commands.ts',
      'src/server/tasks/store.ts',
    ],
  },
  'a dropped card to the request': {
    target: 7,
    files: [
      'src/web/board/board.tsx',
      'src/web/board/use-board.ts',
      'src/web/slots/rejected-move.ts',
      'src/web/tasks/data/commands.ts',
      'src/web/sync/runner/run.ts',
      'src/web/sync/runner/runner.ts',
      'src/web/sync/api.ts',
    ],
  },
}

/**
 * @param {readonly Source[]} sources
 * @returns {string[]} the files in `WRITE_PATHS` that no earlier file of their path imports, except the first ones
 */
function strayFiles(sources) {
  const graph = fileGraph(sources)
  return Object.values(WRITE_PATHS).flatMap(({ files }) =>
    files.filter((file, i) => i > 0 && !files.slice(0, i).some((earlier) => graph.get(earlier)?.has(file))),
  )
}

/** Parsers of typed input, slack, the day's plan, and the rule for queued changes. Only the browser runs them. */
const RULES_OF_BROWSER = [
  'src/domain/tasks/quick-add/',
  'src/domain/tasks/typed-date/',
  'src/domain/tasks/slack/',
  'src/domain/tasks/day/',
  'src/domain/sync/',
]

/**
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
function oneSided(sources) {
  const sides = [reachedFrom(sources, 'src/web'), reachedFrom(sources, 'src/server')]
  const domain = sources
    .map(({ path }) => path)
    .filter(
      (path) => path.startsWith('src/domain/') && !RULES_OF_BROWSER.some((folder) => path.startsWith(folder)),
    )
  return domain.filter((path) => !sides.every((reached) => reached.has(path)))
}

/**
 * @param {import('./import-graph.mjs').SliceGraph} graph
 * @param {readonly string[]} cycle
 * @returns {string} the slices, and one import for each step of the cycle
 */
function describeCycle(graph, cycle) {
  const steps = cycle.slice(1).map((to, i) => graph.get(cycle[i] ?? '')?.get(to)?.[0] ?? '')
  return [cycle.join(' → '), ...steps.map((step) => `    ${step}`)].join('\n')
}

/** @param {number} value */
function format(value) {
  return value.toLocaleString('en-US')
}

/**
 * @param {string} root
 * @param {string} side
 * @returns {Promise<number>} the number of files in the root folder of a side
 */
async function countLoose(root, side) {
  const entries = await readdir(join(root, 'src', side), { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

if (import.meta.main) {
  await runScript(async () => {
    const root = fileURLToPath(new URL('..', import.meta.url))
    const loose = { server: await countLoose(root, 'server'), web: await countLoose(root, 'web') }
    const rows = structureRows(await readSources(root), loose, await readStyles(root))
    const faults = structureFaults(rows)
    console.log([structureTable(rows), ...faults].join('\n'))
    return faults.length > 0 ? 1 : 0
  })
}

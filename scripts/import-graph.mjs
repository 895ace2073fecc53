import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'

/** @typedef {{ path: string, text: string }} Source a file, with its path from the project's root and `/` as separator */
/** @typedef {Map<string, Map<string, string[]>>} SliceGraph importing slice → imported slice → 'file → file' */

const SIDES = new Set(['src/domain', 'src/server', 'src/web'])

/** Static imports and re-exports start a line; a dynamic import can appear anywhere. */
const IMPORTS = /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm

/**
 * Reads the TypeScript files of `src` that are not tests.
 *
 * @param {string} root
 * @returns {Promise<Source[]>}
 */
export async function readSources(root) {
  const files = await readdir(join(root, 'src'), { recursive: true })
  const paths = files.map((file) => posix.join('src', file.replaceAll('\\', '/')))
  const chosen = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)).toSorted()
  return Promise.all(chosen.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

/**
 * Returns the files of `src` that a file imports, including types.
 *
 * @param {Source} source
 * @returns {string[]}
 */
export function importsOf({ path, text }) {
  return [...text.matchAll(IMPORTS)].flatMap(([, fromName, dynamicName]) => {
    const name = fromName ?? dynamicName ?? ''
    if (name.startsWith('#')) return [`src/${name.slice(1)}`]
    return name.startsWith('.') ? [posix.join(dirname(path), name)] : []
  })
}

/**
 * Returns the slice of a file, such as `src/web/board`. Returns null for files in the root of a side, which wire slices
 * together and belong to none.
 *
 * @param {string} path
 * @returns {string | null}
 */
export function sliceOf(path) {
  const [src, side, slice, ...rest] = path.split('/')
  return SIDES.has(`${src}/${side}`) && rest.length > 0 ? `${src}/${side}/${slice}` : null
}

/**
 * Returns which slice imports which, with the imports that cause it.
 *
 * @param {readonly Source[]} sources
 * @returns {SliceGraph}
 */
export function sliceGraph(sources) {
  /** @type {SliceGraph} */
  const graph = new Map()
  for (const source of sources) {
    const from = sliceOf(source.path)
    for (const imported of importsOf(source)) {
      const to = sliceOf(imported)
      if (from === null || to === null || from === to) continue
      const targets = graph.get(from) ?? new Map()
      graph.set(from, targets.set(to, [...(targets.get(to) ?? []), `${source.path} → ${imported}`]))
    }
  }
  return graph
}

/**
 * Returns which file imports which, types and lazy imports included.
 *
 * @param {readonly Source[]} sources
 * @returns {SliceGraph}
 */
export function fileGraph(sources) {
  return new Map(
    sources.map((source) => [source.path, new Map(importsOf(source).map((imported) => [imported, []]))]),
  )
}

/**
 * Returns a shortest cycle through each slice that is part of one, without duplicates: `[a, b, a]`.
 *
 * @param {SliceGraph} graph
 * @returns {string[][]}
 */
export function findCycles(graph) {
  const cycles = [...graph.keys()].toSorted().flatMap((slice) => {
    const way = wayBack(graph, slice)
    return way ? [[slice, ...way]] : []
  })
  const bySlices = Map.groupBy(cycles, (cycle) => [...new Set(cycle)].toSorted().join())
  return [...bySlices.values()].flatMap(([first]) => (first ? [first] : []))
}

/**
 * @param {SliceGraph} graph
 * @param {string} start
 * @returns {string[] | null} the slices after the first, ending with the first
 */
function wayBack(graph, start) {
  const seen = new Set()
  /** @type {string[][]} */
  let ways = [[start]]
  while (ways.length > 0) {
    /** @type {string[][]} */
    const longer = []
    for (const way of ways) {
      for (const next of graph.get(way.at(-1) ?? '')?.keys() ?? []) {
        if (next === start) return [...way.slice(1), start]
        if (seen.has(next)) continue
        seen.add(next)
        longer.push([...way, next])
      }
    }
    ways = longer
  }
  return null
}

/**
 * Returns every file that one side imports, directly or indirectly.
 *
 * @param {readonly Source[]} sources
 * @param {string} side such as `src/web`
 * @returns {Set<string>}
 */
export function reachedFrom(sources, side) {
  const sourceByPath = new Map(sources.map((source) => [source.path, source]))
  /** @type {Set<string>} */
  const reached = new Set()
  const open = sources.filter(({ path }) => path.startsWith(`${side}/`))
  for (let source = open.pop(); source; source = open.pop()) {
    for (const path of importsOf(source)) {
      const imported = sourceByPath.get(path)
      if (!imported || reached.has(path)) continue
      reached.add(path)
      open.push(imported)
    }
  }
  return reached
}

import { readFile, readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** @typedef {import('./import-graph.mjs').Source} Source */

/** The paths of the board, the timeline and the theme. Every other component uses Tailwind classes. */
const PLACES = /^src\/web\/(?:board\/|timeline\/|[^/]+$)/

/** At-rules that add no unlayered rules. */
const AT_RULES = /^@(?:layer|import|source|font-face|theme|utility|custom-variant)\b/

const LAYERED_IMPORT = /@import\s+'([^']+)'\s+layer\b/g

/**
 * Reads the style sheets of `src`.
 *
 * @param {string} root
 * @returns {Promise<Source[]>}
 */
export async function readStyles(root) {
  const files = await readdir(join(root, 'src'), { recursive: true })
  const paths = files.map((file) => posix.join('src', file.replaceAll('\\', '/')))
  const chosen = paths.filter((path) => path.endsWith('.css')).toSorted()
  return Promise.all(chosen.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

/**
 * Returns the style sheets outside the board, the timeline and the theme.
 *
 * @param {readonly Source[]} styles
 * @returns {string[]}
 */
export function misplacedStyles(styles) {
  return styles.map(({ path }) => path).filter((path) => !PLACES.test(path))
}

/**
 * Returns the style sheets that use `!important`.
 *
 * @param {readonly Source[]} styles
 * @returns {string[]}
 */
export function importantStyles(styles) {
  return styles.filter(({ text }) => /!\s*important/i.test(withoutComments(text))).map(({ path }) => path)
}

/**
 * Returns the rules outside a layer as 'file: selector'. Skips the files that another file imports into a layer.
 *
 * @param {readonly Source[]} styles
 * @returns {string[]}
 */
export function unlayeredRules(styles) {
  const layered = new Set(styles.flatMap(layeredImports))
  return styles
    .filter(({ path }) => !layered.has(path))
    .flatMap(({ path, text }) =>
      statementsOf(withoutComments(text))
        .filter((statement) => !AT_RULES.test(statement))
        .map((statement) => `${path}: ${statement}`),
    )
}

/** @param {Source} style */
function layeredImports({ path, text }) {
  const imports = [...withoutComments(text).matchAll(LAYERED_IMPORT)]
  return imports.map(([, name = '']) => posix.join(posix.dirname(path), name))
}

/** @param {string} text */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '')
}

/**
 * @param {string} text
 * @returns {string[]} the start of each top-level statement, up to its block or semicolon
 */
function statementsOf(text) {
  let depth = 0
  let start = 0
  /** @type {string[]} */
  const statements = []
  for (const { 0: mark, index } of text.matchAll(/[{};]/g)) {
    if (mark === '}') depth--
    else if (depth === 0) statements.push(text.slice(start, index).trim())
    if (mark === '{') depth++
    if (depth === 0) start = index + 1
  }
  return statements
}

// Finds phrases that are not plain English, and fails if a folder has more of them than its limit.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runScript } from './step.mjs'

/** @typedef {import('./import-graph.mjs').Source} Source */
/** @typedef {{ path: string, line: number, phrase: string }} Telltale a phrase with its location; lines count from 1 */
/** @typedef {{ folder: string, found: readonly Telltale[], limit: number }} Row the phrases of a top folder */

/** The maximum number of phrases in each top folder. Lower a limit when the count falls; never raise one. */
const LIMITS = {
  'src/domain': 0,
  'src/server': 0,
  'src/web': 0,
  bench: 0,
  scripts: 0,
  tests: 0,
  docs: 0,
  '*.md': 0,
}

const FOLDERS = ['src', 'bench', 'scripts', 'tests', 'docs']

const TARGET = 0

/** Texts with a telltale that the specification fixes word for word. There are none so far. */
const EXEMPT = /** @type {readonly string[]} */ ([])

/** Where a sentence starts: after a sentence, a paragraph, a list mark, a comment mark or a quote. */
const START = String.raw`(?<=[.;!?]['"’”)*]*\s+(?:(?:\*|//)\s+)?|\n\n|^\s*[-*] \**|\| |/\*\*\s+(?:\* )?|(?<!//[^\n]*\n\s*)// |['"\`>])`

/** Matches if the rest of the sentence is not a question. */
const STATEMENT = String.raw`(?![^.;]*\?)`

/** Patterns of the phrases to reject. A space in a pattern also matches a line break in a comment. */
const PHRASES = [
  String.raw`\banew\b`,
  String.raw`\bwhom?(?:so)?ever\b`,
  String.raw`\b(?:by|for) whom\b`,
  String.raw`(?<!\b(?:one|most|some|none|each|both|all|many) )\bof which\b`,
  String.raw`\bthereby\b`,
  String.raw`\bshall\b`,
  String.raw`\bupon\b(?! request)`,
  String.raw`\bthe way back\b`,
  String.raw`\bmay be there\b`,
  String.raw`\bit bears\b`,
  String.raw`\bbe it (?:a|an|the|by|in|on)\b`,
  String.raw`\btells? of\b`,
  String.raw`\b(?:is|are|was|were|be|been) told\b(?! (?:apart|from)\b)`,
  String.raw`\bstands\b(?! (?:for|out|still)\b)`,
  String.raw`\bstand (?:in|on|at|there|here|beside|behind|before|where|under)\b`,
  String.raw`\bcomes to\b(?! (?:mind|light|life|rest)\b)`,
  String.raw`\bfrom then on\b`,
  String.raw`\bwhat (?:is|are|was|were) \w+ meanwhile\b`,
  String.raw`\bmeanwhile(?=[.;])`,
  String.raw`\bas it is (?:now|by then|answered|kept|known|spoken)\b`,
  String.raw`(?<!\b(?:what|who|where|how) )\b(?:is|are|was|were) there(?=[.,;)]| (?:again|already|yet|now)\b)${STATEMENT}`,
  String.raw`${START}what (?:is|are|was|were|has|had|follows|comes|goes|lies|cannot)\b${STATEMENT}`,
  String.raw`${START}who (?!is\b|are\b|was\b|were\b|can\b|may\b|has\b|does\b|did\b|\|)[a-z]+\b${STATEMENT}`,
]
const GAP = String.raw`(?:\s+(?:(?:\*|//|>)\s+)?)`
const TELLTALE = new RegExp(PHRASES.map((phrase) => phrase.replaceAll(' ', GAP)).join('|'), 'gim')

/**
 * Returns the telltale phrases of a text.
 *
 * @param {Source} source
 * @param {readonly string[]} [exempt] texts that are not checked
 * @returns {Telltale[]}
 */
export function telltalesOf({ path, text }, exempt = EXEMPT) {
  const checked = exempt.reduce((rest, fixed) => rest.replaceAll(fixed, '_'.repeat(fixed.length)), text)
  return [...checked.matchAll(TELLTALE)].map(({ 0: phrase, index }) => ({
    path,
    line: checked.slice(0, index).split('\n').length,
    phrase: phrase.replace(new RegExp(GAP, 'g'), ' '),
  }))
}

/**
 * Counts the telltales of each top folder.
 *
 * @param {readonly Source[]} sources
 * @param {Readonly<Record<string, number>>} [limits] by folder; `*.md` stands for the documents in the root
 * @returns {Row[]}
 */
export function telltaleRows(sources, limits = LIMITS) {
  const found = sources.flatMap((source) => telltalesOf(source))
  return Object.entries(limits).map(([folder, limit]) => ({
    folder,
    limit,
    found: found.filter(({ path }) =>
      folder === '*.md' ? !path.includes('/') : path.startsWith(`${folder}/`),
    ),
  }))
}

/**
 * Returns a line for each folder that has more telltales than its limit, with their locations, and for each folder that
 * reached the target while its limit is higher.
 *
 * @param {readonly Row[]} rows
 * @returns {string[]}
 */
export function telltaleFaults(rows) {
  return rows.flatMap(({ folder, found, limit }) => {
    if (found.length > limit) {
      const places = found.map(({ path, line, phrase }) => `  ${path}:${line}: ${phrase}`)
      return [`${folder}: ${found.length} telltale phrases, at most ${limit}`, ...places]
    }
    const isLoose = found.length <= TARGET && limit > TARGET
    return isLoose ? [`${folder}: target reached. Set its limit to ${TARGET} in scripts/telltales.mjs.`] : []
  })
}

/**
 * @param {readonly Row[]} rows
 * @returns {string} a table: the folder, its count, target and limit
 */
export function telltaleTable(rows) {
  const cells = rows.map(({ folder, found, limit }) => [folder, found.length, TARGET, limit].map(String))
  const lines = [['Telltale phrases', 'now', 'target', 'limit'], ...cells]
  return lines
    .map(([title = '', ...numbers]) =>
      [title.padEnd(18), ...numbers.map((text) => text.padStart(6))].join('  ').trimEnd(),
    )
    .join('\n')
}

/**
 * Reads the scripts, styles and documents of the checked folders, and the documents in the root. This check and its test
 * quote the phrases, so they are left out.
 *
 * @param {string} root
 * @returns {Promise<Source[]>}
 */
export async function readTexts(root) {
  const files = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    ),
  )
  const paths = [...files.flat(), ...(await readdir(root)).filter((file) => file.endsWith('.md'))]
  const chosen = paths
    .filter(
      (path) => /\.(?:tsx?|m?js|css|html|md)$/.test(path) && !/\/(?:telltales\.|node_modules\/)/.test(path),
    )
    .toSorted()
  return Promise.all(chosen.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

if (import.meta.main) {
  await runScript(async () => {
    const rows = telltaleRows(await readTexts(fileURLToPath(new URL('..', import.meta.url))))
    const faults = telltaleFaults(rows)
    console.log([telltaleTable(rows), ...faults].join('\n'))
    return faults.length > 0 ? 1 : 0
  })
}

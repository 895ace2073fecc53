// Prints random sentences of interface, API, docs and code for a reader to judge: npm run sentences -- SEED [COUNT]
import { join } from 'node:path'

import { Visitor, parseSync } from 'vite'

import { SetupError, runScript } from './step.mjs'
import { readTexts } from './telltales.mjs'

/** @typedef {{ path: string, line: number, kind: string, text: string }} Sentence lines count from 1 */
/** @typedef {{ start: number, text: string, kind: string }} Block prose with its offset in the file */

const TEST = /^(?:it|test)(?:\.(?:each|for|runIf|skipIf))?\(/
const GROUP = /^(?:test\.)?describe\b/
const WORD = /\p{L}{2}/u
const THREE_WORDS = /(?:\p{L}{2,}.* ){2}.*\p{L}{2,}/u
const SQL = /^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|LISTEN)\b/i

/** Texts that are not sentences: renamed columns, encoded bytes and regular expressions. */
const DATA = /^\w+ as \w+$|^case when |[\w+/]{40}|\\[bdpsw]|\(\?[:=!<]/

/** Files whose strings are passwords or sample tasks. Only their comments are included. */
const DATA_FILES = new Set([
  'bench/bench-tasks.ts',
  'bench/browser/seed.ts',
  'bench/server/fill.ts',
  'bench/task-words.ts',
  'scripts/pictures/sample-tasks.ts',
  'src/domain/account/common-passwords.ts',
])
const FIGURE = /^\|[ *≤≥]*\d/
const TABLE_HEAD = /^ *\|.*\|\n(?= *\|[ :|-]+\|$)/gm
const MARKS = /^[ \t]*(?:\/\*\*?|\*\/?|\/\/)|\*\/|oxlint-\S+ \S+ --/gm
const TAG = /^@(?:(?:param|property)(?: \{.*?\})? \S+|\w+(?: \{.*\}+)?)/
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Returns the sentences of a file: the prose of a document, or the comments, strings and test titles of a script.
 *
 * @param {import('./import-graph.mjs').Source} source
 * @returns {Sentence[]}
 */
export function sentencesOf({ path, text }) {
  const blocks = path.endsWith('.md') ? docBlocks(text) : [...commentsOf(path, text), ...textsOf(path, text)]
  return blocks.flatMap(({ start, text: prose, kind }) =>
    [...segmenter.segment(mask(prose))].flatMap(({ segment, index }) => {
      if (!THREE_WORDS.test(segment) || !WORD.test(segment.replace(/`[^`]*`/g, ''))) return []
      const line = text.slice(0, start + index + segment.search(/\S/)).split('\n').length
      const sentence = prose.slice(index, index + segment.length).replace(/\*\*/g, '')
      return [{ path, line, kind, text: sentence.replace(/\s+/g, ' ').trim() }]
    }),
  )
}

/** @param {string} text @returns {Block[]} its paragraphs, list items and cells, without code and figures */
function docBlocks(text) {
  const prose = text.replace(/^( *)```[^]*?^\1```$/gm, blank).replace(TABLE_HEAD, blank)
  return split({ start: 0, text: prose, kind: 'docs' }, /\n\s*\n|\n\s*(?:[-*]|\d+\.) |\|/g)
    .filter((block) => !FIGURE.test(block.text))
    .map((block) => ({ ...block, text: block.text.replace(/^\|/, ' ') }))
}

/** @param {string} path @param {string} text @returns {Block[]} comments by paragraph and tag */
function commentsOf(path, text) {
  /** @type {Block[]} */
  const blocks = []
  for (const { start, end } of parseSync(path, text).comments) {
    const last = blocks.at(-1)
    const gap = last ? text.slice(last.start + last.text.length, start) : '-'
    if (last && /^\s*$/.test(gap) && !/\n\s*\n/.test(gap)) last.text = text.slice(last.start, end)
    else blocks.push({ start, text: text.slice(start, end), kind: 'code' })
  }
  return blocks
    .flatMap((block) => split({ ...block, text: block.text.replace(MARKS, blank) }, /\n\s*\n|(?<=\s)@\w/g))
    .map((block) => ({ ...block, text: block.text.replace(TAG, blank) }))
}

/** @param {string} path @param {string} text @returns {Block[]} the full titles of tests, or the strings of other scripts */
function textsOf(path, text) {
  const kind = path.startsWith('src/server') ? 'api' : path.startsWith('src/') ? 'interface' : 'code'
  /** @type {Block[]} */
  const blocks = []
  /** @type {{ end: number, title: string }[]} the groups around a test */
  const groups = []
  /** @param {number} start @param {unknown} value */
  const add = (start, value) => {
    if (typeof value !== 'string' || SQL.test(value) || DATA.test(value)) return
    if (path.endsWith('words.ts') || /^\s*\p{Lu}/u.test(value)) blocks.push({ start, text: value, kind })
  }
  /** @type {import('vite').VisitorObject} */
  const ofTest = {
    CallExpression({ start, end, arguments: [title] }) {
      if (title?.type !== 'Literal' || typeof title.value !== 'string') return
      while ((groups.at(-1)?.end ?? start) < start) groups.pop()
      const call = text.slice(start, title.start)
      if (GROUP.test(call)) groups.push({ end, title: title.value })
      else if (TEST.test(call)) {
        const titles = [...groups.map((group) => group.title), title.value]
        blocks.push({ start: title.start, text: titles.join(' > '), kind: 'code' })
      }
    },
  }
  /** @type {import('vite').VisitorObject} */
  const ofScript = {
    Literal: ({ start, value }) => add(start, value),
    JSXText: ({ start, value }) => add(start, value),
    TemplateLiteral: ({ start, quasis }) => add(start, quasis.map(({ value }) => value.cooked).join('{…}')),
  }
  if (DATA_FILES.has(path)) return []
  new Visitor(/\.(?:test|spec)\.tsx?$/.test(path) ? ofTest : ofScript).visit(parseSync(path, text).program)
  return blocks
}

/** @param {Block} block @param {RegExp} boundary @returns {Block[]} the parts, each starting at a boundary */
function split({ start, text, kind }, boundary) {
  const starts = [0, ...[...text.matchAll(boundary)].map(({ index }) => index)]
  return starts.map((from, i) => ({ start: start + from, text: text.slice(from, starts[i + 1]), kind }))
}

/** @param {string} prose @returns {string} the same length on one line, without bold marks and punctuation in code */
const mask = (prose) =>
  prose
    .replace(/\n|\*\*/g, (mark) => ' '.repeat(mark.length))
    .replace(/`[^`]*`/g, (code) => code.replace(/[?!.]/g, '-'))

const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, ' ')

/**
 * Picks sentences at random, with the same share of each kind. The same seed gives the same sentences.
 *
 * @param {readonly Sentence[]} sentences
 * @param {number} seed
 * @param {number} count
 * @returns {Sentence[]} grouped by kind, each in random order
 */
export function sample(sentences, seed, count) {
  let state = seed
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  const ranked = sentences.map((one) => ({ one, rank: next() })).toSorted((a, b) => a.rank - b.rank)
  const kinds = Object.values(Object.groupBy(ranked, ({ one }) => one.kind))
  return kinds.flatMap((rows = []) => rows.slice(0, count / kinds.length).map(({ one }) => one))
}

if (import.meta.main) {
  await runScript(async () => {
    const [seed = '', count = '100'] = process.argv.slice(2)
    if (!/^\d+$/.test(seed)) throw new SetupError('Usage: npm run sentences -- SEED [COUNT]', 2)
    const texts = await readTexts(join(import.meta.dirname, '..'))
    const sentences = texts.filter(({ path }) => !/\.(?:css|html)$/.test(path)).flatMap(sentencesOf)
    const picked = sample(sentences, Number(seed), Number(count))
    console.log(picked.map(({ path, line, kind, text }) => `${path}:${line} [${kind}] ${text}`).join('\n'))
    return 0
  })
}

import { afterMarks } from '../text.ts'

/** A searchable part of a string: a word, or a run of a script written without spaces, such as Chinese. */
type Part = {
  start: number
  end: number
  /** The folded form and, if it differs, the one with umlauts spelled out: `muller` and `mueller` for `Müller`. */
  spellings: readonly string[]
  /** The same spellings, but decomposed and with the accents that folding drops. Empty if there are no accents. */
  accented: readonly string[]
  hasSpaces: boolean
}

/** A part of a query. `accents` matches lines that have the part's accents; it is null if the part has none. */
export type Term = Pick<Part, 'spellings' | 'hasSpaces'> & { accents: RegExp | null }

/** A query, ready to be matched. A task matches if it matches at least one spelling of every term. */
export type SearchQuery = {
  terms: readonly Term[]
  /** Used for highlighting, because `terms` has trigrams. */
  parts: readonly Term[]
  /** The folded query, for comparing it with a whole title. */
  phrase: string
}

/** The range of a match, in UTF-16 code units. */
export type MatchRange = { start: number; end: number }

/** The length in UTF-16 code units to which longer words are cut, in the index and in queries. */
const WORD_LENGTH_MAX = 40
const GRAM_LENGTH = 3

/** A mark without a letter before it, as in some symbols, is not part of a word. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
/** Some accents also belong to Thai or Katakana, so an accent doesn't start a run. */
const UNSPACED =
  /(?![\u0300-\u036f])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu
const ASCII = /^[\0-\x7f]*$/
const SEPARATORS = /[^\P{ASCII}A-Za-z\d]/gu
/** Marks of Latin, Greek and Cyrillic letters. In other scripts, marks distinguish words. */
const DIACRITIC = /[\u0300-\u036f]/
const DIACRITICS = /[\u0300-\u036f]+/g

/** Letters that Unicode doesn't decompose. A stroke counts as an accent, but the dot of a Turkish `İ` doesn't. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o\u0338',
  đ: 'd\u0335',
  ð: 'd\u0338',
  ł: 'l\u0335',
  ı: 'i',
  'i\u0307': 'i',
  þ: 'th',
}
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** Reads a query. Ignores case and punctuation. A query without letters or digits has no terms. */
export function readQuery(text: string): SearchQuery {
  const parts = partsOf(text).map((part) => ({ ...withSigmas(part), accents: accentsOf(part) }))
  return { terms: parts.flatMap(termsOf), parts, phrase: phraseOf(parts) }
}

/** Returns the words of a string as the index stores them, each once. Text without spaces becomes trigrams. */
export function indexWords(text: string): Set<string> {
  return new Set(partsOf(text).flatMap(indexWordsOf))
}

/** Returns the line that `matchesAll` reads: the text's index words and accented words, each after a space. */
export function wordLine(text: string): string {
  const words = partsOf(text).flatMap((part) => [...indexWordsOf(part), ...part.accented])
  return Array.from(new Set(words), (word) => ` ${word}`).join('')
}

/** Returns whether every term is a prefix of a word in the line. */
export function matchesAll(line: string, { terms }: SearchQuery): boolean {
  return terms.every((term) => matchesOne(line, term))
}

export function foldPhrase(text: string): string {
  return phraseOf(partsOf(text))
}

/** Returns where the parts of a query match a string, in order and without overlaps. */
export function findMatches(text: string, query: SearchQuery): MatchRange[] {
  const ranges: MatchRange[] = []
  for (const part of partsOf(text)) {
    const source = text.slice(part.start, part.end)
    const found = part.hasSpaces ? matchesInWord(source, part, query) : matchesInRun(source, part, query)
    for (const { start, end } of found) ranges.push({ start: part.start + start, end: part.start + end })
  }
  return ranges
}

/** Returns whether a spelling of a term, with every accent of the term, is a prefix of a word in the line. */
export function matchesOne(line: string, { spellings, accents }: Term): boolean {
  return spellings.some((spelling) => line.includes(` ${spelling}`)) && (accents?.test(line) ?? true)
}

/** Returns a pattern that skips accents up to the next letter or typed accent, in linear time; null for no accents. */
function accentsOf({ accented }: Part): RegExp | null {
  if (accented.length === 0) return null
  const patterns = accented.map((word) => Array.from(word, patternOf).join(''))
  return new RegExp(` (?:${patterns.join('|')})`, 'u')
}

function patternOf(letter: string): string {
  const pattern = /[σς]/.test(letter) ? '[σς]' : letter
  return `(?:(?!${pattern})${DIACRITIC.source})*${pattern}`
}

/** Adds the other form of a final sigma, because `ΠΡΟΣ` in lower case is `προς`, but the word can be `προσοχή`. */
function withSigmas(part: Part): Part {
  const others = part.spellings.map((word) => word.replace(/[σς]$/, (end) => (end === 'σ' ? 'ς' : 'σ')))
  return { ...part, spellings: [...new Set([...part.spellings, ...others])] }
}

function partsOf(text: string): Part[] {
  const isAscii = ASCII.test(text)
  const parts: Part[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (isAscii) parts.push(spacedPart(word, index))
    else parts.push(...splitByScript(word, index))
  }
  return parts
}

/** Splits a word where a script that uses spaces meets one that doesn't, as in `第3版draft`. */
function splitByScript(word: string, offset: number): Part[] {
  const parts: Part[] = []
  let last = 0
  const addSpaced = (end: number) => {
    if (end > last) parts.push(spacedPart(word.slice(last, end), offset + last))
  }
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    addSpaced(index)
    last = index + run.length
    const spellings = [compatible(run)]
    parts.push({ start: offset + index, end: offset + last, spellings, accented: [], hasSpaces: false })
  }
  addSpaced(word.length)
  return parts
}

function spacedPart(word: string, start: number): Part {
  const end = start + word.length
  if (ASCII.test(word)) {
    return { start, end, spellings: [shortened(word.toLowerCase())], accented: [], hasSpaces: true }
  }
  const lower = compatible(word).toLowerCase().normalize('NFC')
  const spelledOut = lower.replaceAll(/[äöüåø]/g, (letter) => SPELLED_OUT[letter] ?? letter)
  const both = [...new Set([decomposed(lower), decomposed(spelledOut)])]
  const folded = both.map((one) => shortened(one.replaceAll(DIACRITICS, '').normalize('NFC')))
  const accented = both.some((one) => DIACRITIC.test(one)) ? both : []
  return { start, end, spellings: [...new Set(folded)], accented, hasSpaces: true }
}

/** Returns a word in NFKC without separators, because `⑴` becomes `(1)` and `ﷺ` becomes four words. */
function compatible(word: string): string {
  return word.normalize('NFKC').replaceAll(SEPARATORS, '')
}

function decomposed(lower: string): string {
  return lower.normalize('NFD').replaceAll(/i\u0307|[ßæœøđðłıþ]/g, (letter) => LETTERS[letter] ?? letter)
}

function shortened(word: string): string {
  if (word.length <= WORD_LENGTH_MAX) return word
  const cut = word.slice(0, WORD_LENGTH_MAX)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

function indexWordsOf({ hasSpaces, spellings }: Part): readonly string[] {
  return hasSpaces ? spellings : spellings.flatMap(gramsOf)
}

/** Returns the terms of a part. A run of up to three characters starts one trigram; a longer run has several. */
function termsOf(part: Term): Term[] {
  if (part.hasSpaces) return [part]
  const grams = part.spellings.flatMap(gramsOf).map((gram) => ({ ...part, spellings: [gram] }))
  return grams.slice(0, Math.max(1, grams.length - GRAM_LENGTH + 1))
}

/** Returns the trigrams that start at each character. The last two are shorter. */
function gramsOf(run: string): string[] {
  const letters = Array.from(run)
  return letters.map((_, index) => letters.slice(index, index + GRAM_LENGTH).join(''))
}

function phraseOf(parts: readonly Part[]): string {
  return parts.map(({ spellings }) => spellings[0]).join(' ')
}

function matchesInWord(source: string, part: Part, { parts }: SearchQuery): MatchRange[] {
  const own = part.spellings
  const line = ` ${[...own, ...part.accented].join(' ')}`
  let end = 0
  for (const term of parts) {
    if (!term.hasSpaces || !matchesOne(line, term)) continue
    for (const sought of term.spellings) {
      const hit = own.find((word) => word.startsWith(sought))
      if (hit !== undefined) end = Math.max(end, lengthInSource(source, sought.length, hit !== own[0]))
    }
  }
  return end === 0 ? [] : [{ start: 0, end }]
}

/**
 * Returns the length of the part of a word that was folded into `length` letters. `ß` becomes two letters, and marks
 * disappear.
 */
function lengthInSource(source: string, length: number, isSpelledOut: boolean): number {
  if (ASCII.test(source)) return Math.min(length, source.length)
  let folded = 0
  let end = 0
  for (const letter of source.match(/\P{M}\p{M}*|\p{M}/gu) ?? []) {
    if (folded >= length) break
    const { spellings } = spacedPart(letter, 0)
    folded += (spellings.at(isSpelledOut ? -1 : 0) ?? '').length
    end += letter.length
  }
  return end
}

function matchesInRun(source: string, part: Part, { parts }: SearchQuery): MatchRange[] {
  const [text = ''] = part.spellings
  const ranges: MatchRange[] = []
  for (const { spellings, hasSpaces } of parts) {
    const [sought = ''] = spellings
    if (hasSpaces || sought === '') continue
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
      // Normalizing can shorten a run, so its positions can differ from those in the source.
      if (text.length !== source.length) return [{ start: 0, end: source.length }]
      ranges.push({ start: at, end: afterMarks(source, at + sought.length) })
    }
  }
  return joined(ranges)
}

function joined(ranges: readonly MatchRange[]): MatchRange[] {
  const result: MatchRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else result.push({ ...range })
  }
  return result
}

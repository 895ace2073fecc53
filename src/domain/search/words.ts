/** A searchable part of a text: a word, or a run of a script written without spaces, such as Chinese. */
type Part = {
  start: number
  end: number
  /** The folded text. */
  text: string
  /** The folded text with umlauts spelled out, such as `mueller` for `Müller`, if that differs. */
  spelledOut: string | null
  hasSpaces: boolean
}

/** A query, ready to be matched. A task matches if it matches every term, that is, one of the term's spellings. */
export type SearchQuery = {
  terms: readonly (readonly string[])[]
  /** The spellings of each part, for highlighting. */
  parts: readonly { spellings: readonly string[]; hasSpaces: boolean }[]
  /** The folded query, for comparing it with a whole title. */
  phrase: string
}

/** The range of a match, in UTF-16 code units. */
export type MatchRange = { start: number; end: number }

/** Longer words are cut to this many UTF-16 code units, in the index and in queries. */
const WORD_LENGTH_MAX = 40
const GRAM_LENGTH = 3

/** A mark without a letter before it, as in some symbols, is not part of a word. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu
const ASCII = /^[\0-\x7f]*$/
/** Marks of Latin, Greek and Cyrillic letters. In other scripts, marks distinguish words. */
const DIACRITICS = /[\u0300-\u036f]/g

/** Letters that Unicode doesn't decompose. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** Reads a query. Case, diacritics and punctuation are ignored. A query without letters or digits has no terms. */
export function readQuery(text: string): SearchQuery {
  const parts = partsOf(text)
  return {
    terms: parts.flatMap(termsOf),
    parts: parts.map((part) => ({ spellings: spellingsOf(part), hasSpaces: part.hasSpaces })),
    phrase: phraseOf(parts),
  }
}

/** Returns the words of a string as the index stores them, each once. Text without spaces becomes trigrams. */
export function indexWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const part of partsOf(text)) {
    if (part.hasSpaces) for (const word of spellingsOf(part)) words.add(word)
    else for (const gram of gramsOf(part.text)) words.add(gram)
  }
  return words
}

/** Returns a string in the form that `matchesAll` reads: its index words, each after a space. */
export function wordLine(text: string): string {
  let line = ''
  for (const word of indexWords(text)) line += ` ${word}`
  return line
}

/** Returns whether each term begins a word of the line. */
export function matchesAll(line: string, { terms }: SearchQuery): boolean {
  return terms.every((spellings) => matchesOne(line, spellings))
}

/** Returns a string folded for comparison with the phrase of a query. */
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

/** Returns whether a spelling of a term begins a word of the line. */
export function matchesOne(line: string, spellings: readonly string[]): boolean {
  return spellings.some((spelling) => line.includes(` ${spelling}`))
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

/** Separates scripts with spaces from those without, as in `第3版draft`. */
function splitByScript(word: string, offset: number): Part[] {
  const parts: Part[] = []
  let last = 0
  const addSpaced = (end: number) => {
    if (end > last) parts.push(spacedPart(word.slice(last, end), offset + last))
  }
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    addSpaced(index)
    last = index + run.length
    const text = run.normalize('NFKC')
    parts.push({ start: offset + index, end: offset + last, text, spelledOut: null, hasSpaces: false })
  }
  addSpaced(word.length)
  return parts
}

function spacedPart(word: string, start: number): Part {
  const end = start + word.length
  if (ASCII.test(word)) {
    return { start, end, text: shortened(word.toLowerCase()), spelledOut: null, hasSpaces: true }
  }
  const lower = word.normalize('NFKC').toLowerCase().normalize('NFC')
  const text = shortened(withoutMarks(lower))
  const spelledOut = shortened(
    withoutMarks(lower.replaceAll(/[äöüåø]/g, (letter) => SPELLED_OUT[letter] ?? letter)),
  )
  return { start, end, text, spelledOut: spelledOut === text ? null : spelledOut, hasSpaces: true }
}

function withoutMarks(lower: string): string {
  const plain = lower.normalize('NFD').replaceAll(DIACRITICS, '').normalize('NFC')
  return plain.replaceAll(/[ßæœøđðłıþ]/g, (letter) => LETTERS[letter] ?? letter)
}

function shortened(word: string): string {
  if (word.length <= WORD_LENGTH_MAX) return word
  const cut = word.slice(0, WORD_LENGTH_MAX)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

function spellingsOf({ text, spelledOut }: Part): string[] {
  return spelledOut === null ? [text] : [text, spelledOut]
}

/** A run of up to three characters is the start of one trigram; a longer run has several. */
function termsOf(part: Part): string[][] {
  if (part.hasSpaces) return [spellingsOf(part)]
  const grams = gramsOf(part.text)
  return grams.slice(0, Math.max(1, grams.length - GRAM_LENGTH + 1)).map((gram) => [gram])
}

/** Returns the trigrams that start at each character. The last two are shorter. */
function gramsOf(run: string): string[] {
  const letters = Array.from(run)
  return letters.map((_, index) => letters.slice(index, index + GRAM_LENGTH).join(''))
}

function phraseOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(' ')
}

function matchesInWord(source: string, part: Part, { parts }: SearchQuery): MatchRange[] {
  const own = spellingsOf(part)
  let end = 0
  for (const { spellings, hasSpaces } of parts) {
    if (!hasSpaces) continue
    for (const sought of spellings) {
      const hit = own.find((word) => word.startsWith(sought))
      if (hit !== undefined) end = Math.max(end, lengthInSource(source, sought.length, hit !== part.text))
    }
  }
  return end === 0 ? [] : [{ start: 0, end }]
}

/** Returns how much of a word was folded into this many letters. `ß` becomes two letters, and marks disappear. */
function lengthInSource(source: string, length: number, isSpelledOut: boolean): number {
  if (ASCII.test(source)) return Math.min(length, source.length)
  let folded = 0
  let end = 0
  for (const letter of source.match(/\P{M}\p{M}*|\p{M}/gu) ?? []) {
    if (folded >= length) break
    const { text, spelledOut } = spacedPart(letter, 0)
    folded += isSpelledOut ? (spelledOut ?? text).length : text.length
    end += letter.length
  }
  return end
}

function matchesInRun(source: string, { text }: Part, { parts }: SearchQuery): MatchRange[] {
  const ranges: MatchRange[] = []
  for (const { spellings, hasSpaces } of parts) {
    const [sought = ''] = spellings
    if (hasSpaces || sought === '') continue
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
      // Normalizing can shorten a run, so its positions can differ from those in the source.
      if (text.length !== source.length) return [{ start: 0, end: source.length }]
      ranges.push({ start: at, end: at + sought.length })
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

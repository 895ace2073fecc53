/** Returns the length of a string in code points, so that an emoji counts as one. Source: decisions 12. */
export function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Returns whether both databases can store a string unchanged: no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const ASCII = /^[\0-\x7f]*$/
/** Invisible characters: soft hyphens, zero-width characters, fillers and direction marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\u2800]/u
const LINE_BREAKS = /[\t-\r\x85\u2028\u2029]+/g
/** Control characters, and those that override the text direction. Excludes NUL, which validation rejects. */
const OVERRIDES = /(?!\0)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Returns a name in its stored form: composed, on one line, without control and override characters. Source: decisions 14. */
export function cleanName(text: string): string {
  // Normalized last, because a removed character can be between a letter and its accent.
  return text.replaceAll(LINE_BREAKS, ' ').replaceAll(OVERRIDES, '').normalize('NFC').trim()
}

/** Returns whether a string has a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/**
 * Returns a key that is equal for strings that differ only in case, width, composition or invisible characters: ß equals
 * ss, İ equals i, and a final sigma equals any other sigma. Source: decisions 14.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.trim().toLowerCase()
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll('ẞ', 'ß').trim()
  // Converts to upper case first, because that spells out letters such as ß (but not ẞ).
  const lower = plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')
  return lower.normalize('NFKC')
}

/** Returns the key of a project or category name in a list, which also ignores repeated spaces; '' for null. */
export function nameKey(name: string | null): string {
  return foldCase(name ?? '').replaceAll(/\s+/g, ' ')
}

/** Returns whether two names differ at most in case, repeated spaces or Unicode form. */
export function isSameName(a: string, b: string | null): boolean {
  return nameKey(a) === nameKey(b)
}

/** Returns whether a name contains typed text. Ignores accents if the typed text has none. */
export function containsTyped(name: string, typed: string): boolean {
  const wanted = foldCase(typed)
  return typedForms(name).some((form) => form.includes(wanted))
}

/** Returns the folded forms of a name, with and without accents, to compare typed text with. */
export function typedForms(name: string): [string, string] {
  const own = foldCase(name)
  return [own, own.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')]
}

/** Compares names by the rules of the user's language, and numbers by value: 'Phase 2' before 'Phase 10'. */
export function compareNames(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true })
}

/**
 * Returns a name for use in a sentence. Right-to-left names are wrapped in isolates (U+2068 and U+2069), so that they
 * don't reorder the words around them. Source: decisions 14.
 */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}

/** Returns the characters of a string as people see them, so that an emoji of several code points is one. */
export function graphemes(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

/** Returns the position after the marks that follow a position, such as the vowels above a Thai letter. */
export function afterMarks(text: string, at: number): number {
  return at + text.slice(at).search(/\P{M}|$/u)
}

/** Returns the longest prefix of a string within `max`, in whole characters. `sizeOf` measures length or bytes. */
export function cutTo(max: number, text: string, sizeOf: (text: string) => number): string {
  const characters = graphemes(text)
  while (sizeOf(characters.join('')) > max) characters.pop()
  return characters.join('')
}

import { asciiDigits } from '../digits.ts'

/** A range of a line, in UTF-16 code units. `end` is exclusive. */
export type TextRange = { start: number; end: number }

export type LineWord = TextRange & {
  /** The typed word, without a comma, semicolon or period at its end. */
  typed: string
  /** The word in lower case, with ASCII digits. */
  lower: string
  /** Whether the word is quoted, a link, or excluded, and so is never a part. */
  isPlain: boolean
}

/** Splits a line into words. A word includes the comma, semicolon or period after it. */
export function lineWords(line: string, excluded: readonly TextRange[]): LineWord[] {
  const plain = [...quotedRanges(line), ...excluded].toSorted((a, b) => a.start - b.start)
  let at = 0
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index: start }) => {
    const end = start + text.length
    while ((plain[at]?.end ?? Infinity) <= start) at++
    const typed = text.replace(/(?<=.)[,;.]$/, '')
    const isLink = text.includes('://') || text.startsWith('www.')
    return {
      start,
      end,
      typed,
      lower: asciiDigits(typed).toLowerCase(),
      isPlain: isLink || (plain[at]?.start ?? Infinity) < end,
    }
  })
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '„': '“', '`': '`' }

/** Returns the quoted ranges. A quotation begins at the start of a word, so the inch mark in 27" doesn't begin one. */
function quotedRanges(line: string): TextRange[] {
  const ranges: TextRange[] = []
  // Every search for a closing mark ends the quotation or is the last one for that mark, so this takes linear time.
  const unclosed = new Set<string>()
  for (let start = 0; start < line.length; start++) {
    const closing = CLOSING[line.charAt(start)]
    if (!closing || unclosed.has(closing) || /[^\s([]/.test(line.charAt(start - 1))) continue
    const end = line.indexOf(closing, start + 1) + 1
    if (end === 0) {
      unclosed.add(closing)
      continue
    }
    ranges.push({ start, end })
    start = end - 1
  }
  return ranges
}

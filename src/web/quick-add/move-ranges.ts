import type { TextRange } from '#domain/tasks/quick-add/line-words.ts'

/** Returns the ranges after an edit to the text. An edited range is dropped, and its words are parsed again. */
export function moveRanges(ranges: readonly TextRange[], before: string, after: string): TextRange[] {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) start++
  let kept = 0
  while (kept < shorter - start && before[before.length - 1 - kept] === after[after.length - 1 - kept]) kept++
  const end = before.length - kept
  const shift = after.length - before.length
  return ranges.flatMap((range) => {
    if (range.end < start || (range.end === start && isBetweenWords(after, start))) return [range]
    if (range.start > end || (range.start === end && isBetweenWords(after, end + shift)))
      return [{ start: range.start + shift, end: range.end + shift }]
    return []
  })
}

/** Returns whether a position is between words: typing directly before or after a word changes the word. */
function isBetweenWords(text: string, at: number): boolean {
  const [before = ' ', after = ' '] = [text[at - 1], text[at]]
  return /\s/.test(before) || /\s/.test(after)
}

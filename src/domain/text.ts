/** The length of a text as people count it: in code points, so that an emoji is one. Source: decisions 12. */
export function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** A text both databases can keep and hand back unchanged: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** What two texts have in common that differ only in case, or in how a letter and its accent are written. */
export function foldCase(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

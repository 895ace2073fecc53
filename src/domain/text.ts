/** Returns the length of a text in code points, so that an emoji counts as one. Source: decisions 12. */
export function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Returns whether both databases can store a text unchanged: no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Returns a key that is equal for texts that differ only in case or in Unicode normalization. */
export function foldCase(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

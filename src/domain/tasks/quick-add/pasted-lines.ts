/** Returns the lines of a pasted text that aren't empty, without bullets, numbers and check boxes at their start. */
export function pastedLines(text: string): string[] {
  return text
    .split(BREAK)
    .map((line) => line.trim().replace(MARKER, ''))
    .filter((line) => line !== '')
}

/** Returns the text after its first line that isn't empty. */
export function afterFirstLine(text: string): string {
  const lines = text.split(BREAK)
  const first = lines.findIndex((line) => pastedLines(line).length > 0)
  return lines
    .slice(first + 1)
    .join('\n')
    .trim()
}

const BREAK = /\r\n|[\n\r\u2028\u2029]/
const MARKER = /^(?:(?:[-*•–—]|\d{1,3}[.)])(?:\s+|$))?(?:\[[ xX]?\](?:\s+|$))?/

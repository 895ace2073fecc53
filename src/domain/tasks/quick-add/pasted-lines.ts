/** Returns the lines of a pasted text that aren't empty, without bullets, numbers and check boxes at their start. */
export function pastedLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim().replace(MARKER, ''))
    .filter((line) => line !== '')
}

const MARKER = /^(?:(?:[-*•–—]|\d{1,3}[.)])(?:\s+|$))?(?:\[[ xX]?\](?:\s+|$))?/

/** Returns a string with the decimal digits of every script as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    // Each script's ten digits are contiguous, so a run of digits consists of whole sequences from 0 to 9.
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })
}

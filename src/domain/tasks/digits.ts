/** Converts decimal digits in any script to 0 to 9, and removes invisible marks of text direction. */
export function asciiDigits(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '').replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    // Each script's ten digits are contiguous, so a run of digits consists of whole sequences from 0 to 9.
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })
}

const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

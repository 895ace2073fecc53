/** Chrome's autofill sends events without a key. */
type KeyOfLayout = Partial<Pick<KeyboardEvent, 'key' | 'code'>>

/** A letter or symbol of a script other than Latin. */
const OTHER_SCRIPT = /^[^\p{ASCII}\p{Script=Latin}]+$/u

/** The symbols that Greek and Hebrew keyboards have in place of Q and W. No Latin layout has them on those keys. */
const SIGN_FOR_LETTER = /^KeyQ[;/]$|^KeyW'$/

/** The code of the physical key for a letter or digit. */
const PLACE = /^(?:Key|Digit|Numpad)([A-Z\d])$/

/**
 * Returns the key of a shortcut, in lower case. On layouts without Latin letters, such as Cyrillic, Greek, Hebrew and
 * Arabic, it is the letter or digit at that place on a US keyboard.
 */
export function pressedKey({ key = '', code = '' }: KeyOfLayout): string {
  const isForeign = OTHER_SCRIPT.test(key) || SIGN_FOR_LETTER.test(code + key)
  return ((isForeign && PLACE.exec(code)?.[1]) || key).toLowerCase()
}

/** Returns the pressed digit, or null. On French keyboards, the digit keys type symbols. */
export function pressedDigit(event: KeyOfLayout): string | null {
  const key = pressedKey(event)
  const digit = /^\D$/.test(key) ? PLACE.exec(event.code ?? '')?.[1] : key
  return digit !== undefined && /^\d$/.test(digit) ? digit : null
}

import { z } from 'zod'

import { codePoints, isStorable } from './text.ts'

/**
 * A text of at most `max` code points. UTF-16 length is checked first: a huge text is never walked. The limit is also
 * told to those who read the schema: JSON Schema counts code points too.
 */
export function text(max: number, what = 'This text', tooLong = tooLongMessage(max, what)) {
  return z
    .string({ error: `${what} must be text.` })
    .refine((value) => value.length <= max * 2 && codePoints(value) <= max, {
      error: tooLong,
      abort: true,
    })
    .refine(isStorable, { error: `${what} contains a character that cannot be stored.` })
    .meta({ maxLength: max })
}

/** A text that is trimmed first and must then have at least one character. */
export function requiredText(max: number, messages: { what: string; required: string; tooLong?: string }) {
  return z
    .string({ error: messages.required })
    .trim()
    .min(1, { error: messages.required, abort: true })
    .pipe(text(max, messages.what, messages.tooLong))
    .meta({ minLength: 1, maxLength: max })
}

function tooLongMessage(max: number, what: string): string {
  return `${what} must be ${grouped(max)} characters or fewer.`
}

/** A whole number with its thousands apart. Asked while a program starts, when `Intl` would take a tenth of that time. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

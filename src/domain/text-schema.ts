import { z } from 'zod'

import { cleanName, codePoints, isStorable, isVisible } from './text.ts'

/**
 * A string of at most `max` code points. Checks the UTF-16 length first, so that a huge string is never scanned. JSON
 * Schema counts code points too, so the schema publishes the same limit.
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

/** A string of at most `max` code points. An empty string becomes null, so the database has only one form for an unset value. */
export function optionalText(max: number, what: string) {
  return text(max, what)
    .transform((value) => value || null)
    .meta({ maxLength: max })
    .nullable()
}

/** A name in its stored form, with at least one visible character. */
export function requiredText(max: number, messages: { what: string; required: string; tooLong?: string }) {
  return z
    .string({ error: messages.required })
    .overwrite(cleanName)
    .min(1, { error: messages.required, abort: true })
    .refine(isVisible, { error: messages.required, abort: true })
    .pipe(text(max, messages.what, messages.tooLong))
    .meta({ minLength: 1, maxLength: max })
}

/** A name in its stored form. */
export function name(max: number, what: string) {
  return z
    .string({ error: `${what} must be text.` })
    .overwrite(cleanName)
    .pipe(text(max, what))
    .meta({ maxLength: max })
}

/** A name in its stored form. A name without a visible character becomes null. */
export function optionalName(max: number, what: string) {
  return name(max, what)
    .transform((name) => (isVisible(name) ? name : null))
    .meta({ maxLength: max })
    .nullable()
}

/** A limit in a query string, from 1 to `max`, which has at most three digits. */
export function limitText(max: number) {
  const error = `Limit must be a whole number from 1 to ${max}.`
  return z
    .string({ error })
    .regex(/^[1-9]\d{0,2}$/, { error })
    .transform(Number)
    .pipe(z.int().max(max, { error }))
}

function tooLongMessage(max: number, what: string): string {
  return `${what} must be ${grouped(max)} characters or fewer.`
}

/** Formats a whole number with thousands separators. Avoids `Intl`, which takes a tenth of the startup time. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

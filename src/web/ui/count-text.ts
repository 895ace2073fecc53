import { numberText } from './numbers.ts'

/** Returns a count with its noun, such as '1 task' or '1,234 tasks', in the browser's number format. */
export function countText(count: number, one: string, other: string): string {
  return `${numberText(count)} ${PLURALS.select(count) === 'one' ? one : other}`
}

/** Returns a share of a whole, such as '3 of 4', in the browser's number format. */
export const shareText = (count: number, of: number) => `${numberText(count)} of ${numberText(of)}`

/** The text is in English, regardless of the browser's locale. */
const PLURALS = new Intl.PluralRules('en')

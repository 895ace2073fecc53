import type { RecurrenceFrequency } from '../recurrence.ts'
import { matchPhrase, phrasePattern } from './phrase.ts'

/**
 * A recurrence found in a line. `frequency` is null for an unsupported one, such as 'every 3 weeks'. Even then, its
 * words can't become another part.
 */
export type RecurrencePhrase = { to: number; frequency: RecurrenceFrequency | null }

/** Returns the recurrence at the beginning of a string, such as 'every 2 weeks', or null. */
export function findRecurrencePhrase(text: string, from: number): RecurrencePhrase | null {
  const match = matchPhrase(EVERY, text, from)
  if (!match) return null
  const { other, count = '1', unit = '' } = match.groups
  const steps = other ? 2 : (NUMBERS[count] ?? Number(count))
  return { to: match.to, frequency: FREQUENCIES[`${steps} ${unit}`] ?? null }
}

/** Returns the frequency of 'every' or 'every other' before a weekday, or null. */
export function findRepeatedDay(text: string, from: number): RecurrencePhrase | null {
  const match = matchPhrase(BEFORE_DAY, text, from)
  return match && { to: match.to, frequency: match.groups.other ? 'Bi-weekly' : 'Weekly' }
}

export function frequencyOfWord(word: string): RecurrenceFrequency | null {
  return WORDS.get(word) ?? null
}

const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, six: 6, twelve: 12 }

const OTHER = '(?<other>other|second|2nd)'
const EVERY = phrasePattern(
  `(?:every|each) (?:${OTHER} |(?<count>\\d{1,3}|${Object.keys(NUMBERS).join('|')}) )?(?<unit>minute|hour|day|week|month|quarter|year)s?`,
)
const BEFORE_DAY = phrasePattern(`(?:every|each)(?: ${OTHER})?`)

const FREQUENCIES: Readonly<Record<string, RecurrenceFrequency>> = {
  '1 day': 'Daily',
  '7 day': 'Weekly',
  '14 day': 'Bi-weekly',
  '1 week': 'Weekly',
  '2 week': 'Bi-weekly',
  '1 month': 'Monthly',
  '3 month': 'Quarterly',
  '12 month': 'Yearly',
  '1 quarter': 'Quarterly',
  '4 quarter': 'Yearly',
  '1 year': 'Yearly',
}

const WORDS: ReadonlyMap<string, RecurrenceFrequency> = new Map([
  ['daily', 'Daily'],
  ['weekly', 'Weekly'],
  ['bi-weekly', 'Bi-weekly'],
  ['biweekly', 'Bi-weekly'],
  ['fortnightly', 'Bi-weekly'],
  ['monthly', 'Monthly'],
  ['quarterly', 'Quarterly'],
  ['yearly', 'Yearly'],
  ['annually', 'Yearly'],
])

import { MONTH, WEEKDAY } from '../typed-date/day-phrase.ts'
import { matchPhrase, phrasePattern } from './phrase.ts'

/** Words that look like a due date. The date reader decides whether they are one. */
export type DuePhrase = {
  to: number
  /** The end of the phrase without its bare number, as in 'tomorrow 9' and 'Mon 14'; null if it has no such number. */
  toBeforeNumber: number | null
  /** Whether the phrase has a day, and not only a time. */
  hasDay: boolean
  /** Whether the words, which have other meanings, are a date only at the end of the line or before another part. */
  isWeak: boolean
  /** The number of words before the date, such as 'due' and 'by', that aren't passed to the date reader. */
  leadingWords: number
  /** The meaning of 'every' before the phrase. */
  repeats: 'Weekly' | 'Yearly' | null
}

/** Returns the due date at the beginning of a string, or null. */
export function findDuePhrase(text: string, from: number): DuePhrase | null {
  const match = matchPhrase(DAY_FIRST, text, from) ?? matchPhrase(TIME_FIRST, text, from)
  if (!match) return null
  const { lead = '', weekday, monthDay, named, other, number, at, clock } = match.groups
  const hasDay = [weekday, monthDay, named, other].some((day) => day !== undefined)
  const isLonely = lead === '' && match.to === from + 1
  const isWeakDay = isLonely && WEAK_WEEKDAY.test(weekday ?? '')
  const isWeakTime = !hasDay && lead === '' && !at && WEAK_CLOCK.test(clock ?? '')
  return {
    to: match.to,
    toBeforeNumber: number === undefined ? null : match.to - number.trim().split(' ').length,
    hasDay,
    isWeak: isWeakDay || isWeakTime,
    leadingWords: lead === '' ? 0 : lead.trim().split(' ').length,
    repeats: repetition(lead, weekday, monthDay),
  }
}

function repetition(lead: string, weekday?: string, monthDay?: string): DuePhrase['repeats'] {
  if (lead !== '') return null
  if (weekday) return /^(?:next|this) /.test(weekday) ? null : 'Weekly'
  return monthDay ? 'Yearly' : null
}

const either = (...sources: string[]) => `(?:${sources.join('|')})`

const DAY_OF_MONTH = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?'
const YEAR = "(?:(?:19|2\\d)\\d\\d|['’]\\d\\d)"
const MONTH_DAY = `${either(`${MONTH} ${DAY_OF_MONTH}`, `${DAY_OF_MONTH} (?:of )?${MONTH}`)}(?: ${YEAR})?`
/** A numeric date, recognized only after a weekday. Alone, '12/24' can be a fraction, and '9.30' a time. */
const FIGURES =
  '(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}(?:/\\d{1,2}|\\.(?:0?[1-9]|1[0-2]))(?:[./](?:\\d{4}|\\d\\d))?\\.?)'
export const IN_FIGURES = new RegExp(`^${FIGURES}$`)
const COUNT = either('\\d{1,3}', 'an?', 'one', 'two', 'three', 'four', 'five', 'six', 'ten')
const UNIT = either('days?', 'weeks?', 'months?', 'years?', 'hours?', 'hrs?', 'h', 'minutes?', 'mins?', 'min')
const DAY = either(
  `(?<named>${either('(?:the )?day after tomorrow', 'today', 'tonight', 'tomorrow', 'tmrw', 'tmr')})`,
  `(?<monthDay>${MONTH_DAY})`,
  `(?<weekday>(?:next |this )?${WEEKDAY})(?: (?:${MONTH_DAY}|${FIGURES}|(?:next|this) week))?`,
  `(?<other>${either(
    '\\d{4}-\\d\\d-\\d\\d(?:t[0-2]\\d:[0-5]\\d)?',
    `next (?:week(?: (?:on )?${WEEKDAY})?|month|year|weekend)|this (?:weekend|afternoon|evening)`,
    `in ${COUNT} ?${UNIT}(?: and ${COUNT} ?${UNIT})?`,
  )})`,
)
const HOUR = '(?:[01]?\\d|2[0-3])'
const CLOCK = `${HOUR}:[0-5]\\d(?: ?[ap]\\.?m)?|(?:1[0-2]|0?[1-9])(?:\\.[0-5]\\d)? ?[ap]\\.?m|(?<=at )${HOUR}\\.[0-5]\\d|noon|midnight`
const CLOCK_WITH_H = `(?<!for )(?:1[3-9]|2[0-3]) ?h(?:[0-5]\\d)?|(?<=at )${HOUR} ?h`
const TIME = either(CLOCK, CLOCK_WITH_H, 'eod', '(?:the )?end of (?:the )?day')
/** Time zones. The date reader converts the time, or rejects it and the words stay text. */
const ZONE = ' (?:utc|gmt|[ecmp][sd]?t|ces?t|ees?t|bst|msk|[ijk]st|hkt|a[ce][sd]t|awst|ak[sd]t|nz[sd]t)'
const TIME_AFTER_DAY = either(
  `(?:at |@ ?)?${TIME}(?:${ZONE})?`,
  `at ${HOUR}`,
  'morning|afternoon|evening|night',
)
const LEAD = '(?<lead>(?:due )?(?:(?:by|on|before|until|till|for) )?)'

/** A bare number after 'today' or 'tomorrow' is an hour; after a weekday, a day of the month. Source: decision 037. */
const NUMBER = either(
  `(?<=today|tonight|tomorrow|tmrw|tmr) ${HOUR}`,
  `(?<=${WEEKDAY}) ${DAY_OF_MONTH}(?: ${TIME_AFTER_DAY})?`,
)
const DAY_FIRST = phrasePattern(`${LEAD}${DAY}(?: ${TIME_AFTER_DAY}|(?<number>${NUMBER}))?`)
/** A bare hour is a time only before its day, as in 'at 5 tomorrow', and not in 'at 5 Friday reports'. */
const HOUR_OF_DAY = `(?<=at )${HOUR}(?= (?:on )?(?:today|tonight|tomorrow|tmrw|tmr)(?: |$)| on ${WEEKDAY}(?: |$)| ${WEEKDAY}$)`
const TIME_FIRST = phrasePattern(
  `${LEAD}(?<at>at |@ ?)?(?<clock>${TIME}|${HOUR_OF_DAY})(?:${ZONE})?(?: (?:on )?${DAY})?`,
)

/** These abbreviations are also ordinary words: 'She sat', 'the sun', 'newly wed'. */
const WEAK_WEEKDAY = /^(?:sat|sun|wed)$/
/** These phrases also occur in scores, verses and titles: 'John 3:16', 'High Noon', '14h later'. */
const WEAK_CLOCK = /^(?:\d{1,2}:\d\d|\d\d ?h(?:\d\d)?|noon|midnight)$/

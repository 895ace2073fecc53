import { type Estimate, estimateParts } from '../../duration.ts'
import { WEEKDAY } from '../typed-date/day-phrase.ts'
import { matchPhrase, phrasePattern } from './phrase.ts'

const HOURS_MAX = 999

/** An estimate found in a line. `to` is the index after its last word. */
export type EstimatePhrase = { to: number; estimate: Estimate }

/** Returns the estimate at the beginning of a string, or null for none, for zero, and for more than 999 hours. */
export function findEstimatePhrase(text: string, from: number): EstimatePhrase | null {
  const match = matchPhrase(PHRASE, text, from)
  if (!match) return null
  const { amount = '', bareMinutes } = match.groups
  const estimate = estimateParts(amount.replace(/^,/, '.') + (bareMinutes === undefined ? '' : 'm'))
  if (estimate.hours > HOURS_MAX || (estimate.hours === 0 && estimate.minutes === 0)) return null
  return { to: match.to, estimate }
}

const HOURS = '(?:\\d{1,3}(?:[.,]\\d{1,2})?|[.,]\\d{1,2}) ?(?:h|hrs?|hours?)'
/** '5 m' may be meters, so a lone 'm' must directly follow its number. */
const MINUTES = '(?:\\d{1,4} ?(?:mins?|minutes?)|\\d{1,4}m)'
/** In '2h 30 pages', the number isn't minutes. */
const MINUTES_AT_END = `(?<=h|hrs?|hours?) [0-5]\\d(?=$| (?:today|tomorrow|${WEEKDAY})(?: |$))`
const MINUTES_AFTER_HOURS = '\\d{1,2} ?(?:m|mins?|minutes?)'

const PHRASE = phrasePattern(
  `(?:for )?(?<amount>${HOURS}(?: ?(?:and )?${MINUTES_AFTER_HOURS}|(?<bareMinutes>(?<=h)\\d\\d|${MINUTES_AT_END}))?|${MINUTES})`,
)

import { SECONDS_MAX } from './limits.ts'

/** An estimate in hours and minutes: whole numbers, minutes 0 to 59. */
export type Estimate = { hours: number; minutes: number }

/** The default for an estimate without days, hours or minutes. Source: specification 5. */
export const ESTIMATE_SECONDS_DEFAULT = 3600

/**
 * Returns a task's estimate as it is stored: 'N hours M minutes', or '' when both are zero. Source: specification 5.
 */
export function estimateText({ hours, minutes }: Estimate): string {
  return hours === 0 && minutes === 0 ? '' : `${hours} hours ${minutes} minutes`
}

/**
 * Returns a template task's estimate as it is stored: '2h 45m', '3h', '45m', or '' when both are zero. Source:
 * specification 5.
 */
export function shortEstimateText({ hours, minutes }: Estimate): string {
  const parts = [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : '']
  return parts.filter(Boolean).join(' ')
}

/**
 * Returns an estimate in seconds, from 0 to `SECONDS_MAX`. The first amount of each unit counts. Hours and minutes are
 * added up, and days override both. Source: specification 5. The default of 1 hour applies only to text without any
 * amount, because the '45m' that a template stores means 45 minutes, not 1h 45m.
 */
export function parseEstimate(text: string | null): number {
  return readEstimate(text) ?? ESTIMATE_SECONDS_DEFAULT
}

/**
 * Returns an estimate as the forms show it, to the nearest minute, or zeros for text without an amount. Hours can
 * exceed 999.
 */
export function estimateParts(text: string | null): Estimate {
  return secondsToEstimate(readEstimate(text) ?? 0)
}

/** Returns an estimate as a card shows it: '3h', '2h 45m', '45m', or '' for none or zero. */
export function formatEstimate(text: string | null): string {
  return text?.trim() ? shortEstimateText(secondsToEstimate(parseEstimate(text))) : ''
}

/**
 * Returns a duration as a card shows it: 'Xh Ym', 'Xm Ys' or 'Ys', rounded down to seconds. Source: specification 9.
 */
export function formatClock(seconds: number): string {
  const { h, m, s } = split(seconds)
  if (h > 0) return `${h}h ${m}m`
  return m > 0 ? `${m}m ${s}s` : `${s}s`
}

/** Returns a duration as a stopwatch shows it: '00:47:12'. Hours can have more than two digits. */
export function formatStopwatch(seconds: number): string {
  const { h, m, s } = split(seconds)
  return [h, m, s].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns a stopwatch duration without the leading zero, for narrow places: '0:47:12'. */
export function formatShortStopwatch(seconds: number): string {
  return formatStopwatch(seconds).replace(/^0/, '')
}

/** Returns a completed task's duration: 'Xh Ym', 'Xm' or 'Ys'. Source: specification 9. */
export function formatSpent(seconds: number): string {
  const { h, m, s } = split(seconds)
  if (h > 0) return `${h}h ${m}m`
  return m > 0 ? `${m}m` : `${s}s`
}

type Unit = 'days' | 'hours' | 'minutes'

const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...['d', 'day', 'days'].map((word) => [word, 'days'] as const),
  ...['h', 'hr', 'hrs', 'hour', 'hours'].map((word) => [word, 'hours'] as const),
  ...['m', 'min', 'mins', 'minute', 'minutes'].map((word) => [word, 'minutes'] as const),
])

/** A number, a word, or a separator. Matching takes linear time. */
const TOKEN = /((?:\d+(?:[.,]\d+)?|\.\d+))|(\p{L}+)|[^\s-]/gu

/** Returns the seconds that a string describes, or null if it has no amount with a known unit. */
function readEstimate(text: string | null): number | null {
  const amounts = new Map<Unit, number>()
  let amount: number | null = null
  for (const [, number, word] of (text ?? '').matchAll(TOKEN)) {
    const unit = word && UNITS.get(word.toLowerCase())
    if (unit && amount !== null && !amounts.has(unit)) amounts.set(unit, amount)
    amount = number ? Number(number.replace(',', '.')) : null
  }
  if (amounts.size === 0) return null
  const { days, hours = 0, minutes = 0 } = Object.fromEntries(amounts) as Partial<Record<Unit, number>>
  const seconds = days === undefined ? hours * 3600 + minutes * 60 : days * 24 * 3600
  return Math.min(Math.round(seconds), SECONDS_MAX)
}

/** Returns an estimate to the nearest minute. */
export function secondsToEstimate(seconds: number): Estimate {
  const minutes = Math.round(seconds / 60)
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

function split(seconds: number): { h: number; m: number; s: number } {
  const whole = Math.max(0, Math.floor(seconds))
  return { h: Math.floor(whole / 3600), m: Math.floor((whole % 3600) / 60), s: whole % 60 }
}

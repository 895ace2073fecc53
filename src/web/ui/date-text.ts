const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/
const DAY_FIRST = /^(\d{1,2})\.? ([a-z]{3,9})\.?(?:,? (\d{4}))?$/

/**
 * Parses a typed day ('2026-11-20', 'Nov 20, 2026', '20 November', 'today', 'tomorrow') to `YYYY-MM-DD`, or null. The
 * default year is that of `today`. Rejects '3/4', whose meaning depends on the country.
 */
export function readDay(text: string, today: Temporal.PlainDate): string | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (words === 'today') return today.toString()
  if (words === 'tomorrow') return today.add({ days: 1 }).toString()
  const iso = ISO.exec(words)
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const monthFirst = MONTH_FIRST.exec(words)
  if (monthFirst) return day(year(monthFirst[3], today), month(monthFirst[1]), Number(monthFirst[2]))
  const dayFirst = DAY_FIRST.exec(words)
  if (dayFirst) return day(year(dayFirst[3], today), month(dayFirst[2]), Number(dayFirst[1]))
  return null
}

const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

function month(word = ''): number {
  return MONTH_NAMES.findIndex((name) => name.startsWith(word)) + 1
}

function year(text: string | undefined, today: Temporal.PlainDate): number {
  return text ? Number(text) : today.year
}

/** Returns the day, or null if it doesn't exist, such as February 30. */
function day(year: number, month: number, day: number): string | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}

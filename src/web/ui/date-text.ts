const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/
const DAY_FIRST = /^(\d{1,2})\.? ([a-z]{3,9})\.?(?:,? (\d{4}))?$/

/**
 * A day as people type it ('2026-11-20', 'Nov 20, 2026', '20 November', 'today', 'tomorrow') as `YYYY-MM-DD`, or null.
 * Without a year it is the year of `today`. Figures alone, such as 3/4, are read differently in different countries
 * and therefore not at all.
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

/** `YYYY-MM-DD` as 'Nov 20, 2026'; any other text as it is. */
export function showDay(value: string): string {
  const iso = ISO.exec(value)
  const name = MONTH_NAMES[Number(iso?.[2]) - 1]
  if (!iso || !name || !day(Number(iso[1]), Number(iso[2]), Number(iso[3]))) return value
  return `${name.charAt(0).toUpperCase()}${name.slice(1, 3)} ${Number(iso[3])}, ${iso[1]}`
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

/** The day, or null when there is none such, as on February 30. */
function day(year: number, month: number, day: number): string | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}

/** A step of each frequency, in days or in months. */
const STEPS: Record<string, { days: number } | { months: number }> = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  'Bi-weekly': { days: 14 },
  Monthly: { months: 1 },
  Quarterly: { months: 3 },
  Yearly: { months: 12 },
}

/** The dates of a task: `YYYY-MM-DD`, with an optional time of day. Any other text is carried over unchanged. */
export type Dates = { dueDate: string | null; startDate: string | null; endDate: string | null }

/** The series days, by date field. */
export type SeriesDays = Partial<Record<keyof Dates, number>>

/** The first of these fields with a readable date decides how many steps to take. */
export const DATE_FIELDS = ['dueDate', 'startDate', 'endDate'] as const

/**
 * Returns the dates of the next occurrence. Tries one step after another on calendar days written as `YYYY-MM-DD`.
 * Source: decisions 4 and 12.
 * @param seriesDays a date without one uses its own day of the month
 * @param today the user's calendar day
 */
export function nextDates(
  { dueDate, startDate, endDate }: Dates,
  frequency: string,
  seriesDays: SeriesDays,
  today: string,
): { dates: Dates; seriesDays: SeriesDays } {
  const before: Dates = { dueDate, startDate, endDate }
  const lead = DATE_FIELDS.find((field) => isDay(before[field] ?? ''))
  if (!lead) {
    const due = dueDate ?? daysAfter(today, frequency, 1, dayOfMonth(today))
    return { dates: { ...before, dueDate: due }, seriesDays: {} }
  }
  const step = (field: keyof Dates, count: number) => {
    const from = before[field] ?? ''
    return daysAfter(from, frequency, count, seriesDays[field] ?? dayOfMonth(from))
  }
  let steps = 1
  while (step(lead, steps) <= today) steps++

  const dates = { ...before }
  const kept: SeriesDays = {}
  for (const field of DATE_FIELDS) {
    const from = before[field]
    if (from === null || !isDay(from)) continue
    dates[field] = step(field, steps) + from.slice(10)
    if ('months' in stepOf(frequency)) kept[field] = seriesDays[field] ?? dayOfMonth(from)
  }
  for (const field of ['dueDate', 'endDate'] as const)
    if (startsAfter(dates, field) && !startsAfter(before, field))
      dates.startDate = dates[field]?.slice(0, 10) ?? null
  return { dates, seriesDays: kept }
}

/** Returns whether the start, which has no time of day in this model, is on a later day than another date. */
function startsAfter(dates: Dates, field: 'dueDate' | 'endDate'): boolean {
  const [start, other] = [dates.startDate, dates[field]]
  return start !== null && other !== null && isDay(other) && start > other.slice(0, 10)
}

/** Returns whether two dates are on different days. If so, the series continues from the new day. */
export function isAnotherDay(a: string | null, b: string | null): boolean {
  return (a && isDay(a) ? a.slice(0, 10) : null) !== (b && isDay(b) ? b.slice(0, 10) : null)
}

/** Returns the calendar day of an instant in a time zone. */
export function dayIn(zone: string, instant: string): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return format.format(new Date(instant))
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text)
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10))
}

function daysAfter(from: string, frequency: string, steps: number, seriesDay: number): string {
  const [year = 0, month = 0, day = 0] = from.slice(0, 10).split('-').map(Number)
  const step = stepOf(frequency)
  if ('days' in step) return written(year, month - 1, day + step.days * steps)
  const months = month - 1 + step.months * steps
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return written(year, months, Math.min(seriesDay, lastDay))
}

function stepOf(frequency: string): { days: number } | { months: number } {
  const step = STEPS[frequency]
  if (!step) throw new Error(`no frequency: ${frequency}`)
  return step
}

function written(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

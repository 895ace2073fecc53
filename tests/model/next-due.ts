/** One step of each frequency, in days or in months. */
const STEPS: Record<string, { days: number } | { months: number }> = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  'Bi-weekly': { days: 14 },
  Monthly: { months: 1 },
  Quarterly: { months: 3 },
  Yearly: { months: 12 },
}

/**
 * When the next occurrence is due, found by trying one step after the other on calendar days written as
 * `YYYY-MM-DD`. Source: decisions 4 and 12.
 * @param due `YYYY-MM-DD`, perhaps with a time of day; any other text is carried as it is
 * @param seriesDay the day of the month that the series keeps; null when it begins with this date
 * @param today the day it is for the person
 */
export function nextDue(
  due: string | null,
  frequency: string,
  seriesDay: number | null,
  today: string,
): { due: string; seriesDay: number | null } {
  if (due === null) return { due: daysAfter(today, frequency, 1, dayOfMonth(today)), seriesDay: null }
  if (!isDay(due)) return { due, seriesDay: null }
  const from = due.slice(0, 10)
  const day = seriesDay ?? dayOfMonth(from)
  let steps = 1
  while (daysAfter(from, frequency, steps, day) <= today) steps++
  const keepsDay = 'months' in stepOf(frequency)
  return { due: daysAfter(from, frequency, steps, day) + due.slice(10), seriesDay: keepsDay ? day : null }
}

/** Whether two due dates are another day, so that the series goes on from the new one. */
export function isAnotherDay(a: string | null, b: string | null): boolean {
  return (a && isDay(a) ? a.slice(0, 10) : null) !== (b && isDay(b) ? b.slice(0, 10) : null)
}

/** The calendar day of an instant in a time zone. */
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
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
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

/** The days from the start of one task to the start of the next. */
const DAYS_BETWEEN = 0.1

/** Returns titles and dates of tasks that last one to nine days, spread over the years around today. */
export function benchDates(count: number): { title: string; start: string; end: string }[] {
  const today = Temporal.Now.plainDateISO()
  return Array.from({ length: count }, (_, index) => {
    const start = today.add({ days: Math.round((index - count / 2) * DAYS_BETWEEN) })
    const end = start.add({ days: 1 + ((index * 7) % 9) })
    return { title: `Task ${index + 1} of many`, start: start.toString(), end: end.toString() }
  })
}

/** The task with this place, from 0, begins so many days after the first. */
const DAYS_BETWEEN = 0.1

/** The title and dates of so many tasks of one to nine days, begun over the years before and after today. */
export function benchDates(count: number): { title: string; start: string; end: string }[] {
  const today = Temporal.Now.plainDateISO()
  return Array.from({ length: count }, (_, index) => {
    const start = today.add({ days: Math.round((index - count / 2) * DAYS_BETWEEN) })
    const end = start.add({ days: 1 + ((index * 7) % 9) })
    return { title: `Task ${index + 1} of many`, start: start.toString(), end: end.toString() }
  })
}

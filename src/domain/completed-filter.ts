import { type Amount, dayRange } from './completed-days.ts'
import type { CompletedRange, CompletedTotal } from './completed.ts'

/** The periods of the person's calendar to choose from. Source: specification 2. */
export const COMPLETED_PERIODS = ['today', 'yesterday', 'week', 'month'] as const

export type CompletedPeriod = (typeof COMPLETED_PERIODS)[number]

/** What the person wants to see of what was done; null is everything. */
export type CompletedView = { period: CompletedPeriod | null; category: string | null }

/** What a view asks the server for. */
export type CompletedQuery = CompletedRange & { category?: string }

export const WHOLE_HISTORY: CompletedView = { period: null, category: null }

const PERIOD_NAMES: Record<CompletedPeriod, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This Week',
  month: 'This Month',
}

export function periodName(period: CompletedPeriod): string {
  return PERIOD_NAMES[period]
}

/** The view that two texts from outside mean, such as those of an address; what is unknown or empty chooses nothing. */
export function readCompletedView(period: string | null, category: string | null): CompletedView {
  return {
    period: COMPLETED_PERIODS.find((known) => known === period) ?? null,
    category: category || null,
  }
}

/** The first and the last day of a period. Weeks begin on Monday, as in the calendars of the forms. */
export function periodDays(
  period: CompletedPeriod,
  today: Temporal.PlainDate,
): { first: Temporal.PlainDate; last: Temporal.PlainDate } {
  switch (period) {
    case 'today':
      return { first: today, last: today }
    case 'yesterday': {
      const yesterday = today.subtract({ days: 1 })
      return { first: yesterday, last: yesterday }
    }
    case 'week': {
      const monday = today.subtract({ days: today.dayOfWeek - 1 })
      return { first: monday, last: monday.add({ days: 6 }) }
    }
    case 'month':
      return { first: today.with({ day: 1 }), last: today.with({ day: today.daysInMonth }) }
  }
}

/**
 * The instants between which a view shows tasks; without a period, all of them.
 * @param zone the person's IANA time zone
 */
export function viewRange(
  { period }: Pick<CompletedView, 'period'>,
  today: Temporal.PlainDate,
  zone: string,
): CompletedRange {
  if (period === null) return {}
  const { first, last } = periodDays(period, today)
  return dayRange(first, last, zone)
}

/** What the tasks of a category come to, or of all categories where it is null. */
export function sumTotals(totals: readonly CompletedTotal[], category: string | null): Amount {
  const sum = { count: 0, elapsedTime: 0 }
  for (const total of totals) {
    if (category !== null && total.category !== category) continue
    sum.count += total.count
    sum.elapsedTime += total.elapsedTime
  }
  return sum
}

/** The title's count: '132 completed'. */
export function describeCompleted(count: number): string {
  return `${count.toLocaleString('en-US')} completed`
}

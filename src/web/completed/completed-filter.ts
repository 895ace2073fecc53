import { type Amount, dayRange } from './completed-days.ts'
import type { CompletedRange, CompletedTotal } from '#domain/tasks/completed.ts'
import { nameKey } from '#domain/text.ts'

/** The periods that the user can choose. Source: specification 2. */
export const COMPLETED_PERIODS = ['today', 'yesterday', 'week', 'month'] as const

export type CompletedPeriod = (typeof COMPLETED_PERIODS)[number]

/** The user's filters; null means everything. */
export type CompletedView = { period: CompletedPeriod | null; category: string | null }

export const WHOLE_HISTORY: CompletedView = { period: null, category: null }

/** Returns the filters for two query parameters; ignores unknown values. */
export function readCompletedView(period: string | null, category: string | null): CompletedView {
  return {
    period: COMPLETED_PERIODS.find((known) => known === period) ?? null,
    category: category || null,
  }
}

/**
 * Returns the first and the last day of a period.
 * @param firstWeekday the day on which weeks begin, from 1 (Monday) to 7 (Sunday)
 */
export function periodDays(
  period: CompletedPeriod,
  today: Temporal.PlainDate,
  firstWeekday: number,
): { first: Temporal.PlainDate; last: Temporal.PlainDate } {
  switch (period) {
    case 'today':
      return { first: today, last: today }
    case 'yesterday': {
      const yesterday = today.subtract({ days: 1 })
      return { first: yesterday, last: yesterday }
    }
    case 'week': {
      const first = today.subtract({ days: (today.dayOfWeek - firstWeekday + 7) % 7 })
      return { first, last: first.add({ days: 6 }) }
    }
    case 'month':
      return { first: today.with({ day: 1 }), last: today.with({ day: today.daysInMonth }) }
  }
}

/**
 * Returns the range of instants to show; empty without a period.
 * @param zone the user's IANA time zone
 * @param firstWeekday the day on which weeks begin, from 1 (Monday) to 7 (Sunday)
 */
export function viewRange(
  { period }: Pick<CompletedView, 'period'>,
  today: Temporal.PlainDate,
  zone: string,
  firstWeekday: number,
): CompletedRange {
  if (period === null) return {}
  const { first, last } = periodDays(period, today, firstWeekday)
  return dayRange(first, last, zone)
}

/** Returns the totals of a category, or of all categories if it is null. */
export function sumTotals(totals: readonly CompletedTotal[], category: string | null): Amount {
  const sum = { count: 0, elapsedTime: 0 }
  for (const total of totals) {
    if (category !== null && nameKey(total.category) !== nameKey(category)) continue
    sum.count += total.count
    sum.elapsedTime += total.elapsedTime
  }
  return sum
}

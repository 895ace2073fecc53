import { describeCompleted, sumTotals } from '#domain/completed-filter.ts'

import { useCompletedTotals } from './queries.ts'

/** How much was done in all: '132 completed'. */
export function CompletedCount() {
  const totals = useCompletedTotals({})
  return totals && describeCompleted(sumTotals(totals, null).count)
}

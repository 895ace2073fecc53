import { sumTotals } from './completed-filter.ts'

import { useCompletedTotals } from './queries.ts'
import { completedCount } from './words.ts'

export function CompletedCount() {
  const totals = useCompletedTotals({})
  return totals && completedCount(sumTotals(totals, null).count)
}

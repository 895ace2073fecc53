import { longestChain, orderByDependency } from '#domain/tasks/slack/dependency-order.ts'
import type { TimelineItem } from './items.ts'

/** The longest chain of dependent tasks, first to last, and the total days of its bars. */
export type CriticalPath = { ids: readonly number[]; days: number }

/**
 * Returns the chain of open dependent tasks whose bars take the most days, or null if no shown task depends on another.
 * Leaves out cycles.
 */
export function criticalPath(items: readonly TimelineItem[]): CriticalPath | null {
  const open = items.filter(({ task }) => !task.completed)
  const chain = longestChain(
    orderByDependency(open.map(({ task }) => task)),
    open.map(({ start, end }) => end - start),
  )
  const ids = chain?.tasks.flatMap((index) => open[index]?.task.id ?? [])
  return chain && ids ? { ids, days: Math.ceil(chain.length) } : null
}

import type { TimelineItem } from './timeline.ts'
import { type Links, predecessorsOf } from './timeline-plan.ts'

/** The chain of dependent tasks that takes longest, first to last, and how many days its bars take together. */
export type CriticalPath = { ids: readonly number[]; days: number }

/** The best chain that ends with an item: how long it takes, and the item before. */
type Chain = { days: number; before: TimelineItem | null }

/**
 * The critical path: of all chains of open tasks that depend on one another, the one whose bars take the most days
 * together. Null when no shown task depends on another. Each task is walked once; a circle is left out.
 */
export function criticalPath(items: readonly TimelineItem[], links: Links): CriticalPath | null {
  const chains = new Map<number, Chain>()
  for (const item of inOrderOfDependence(items.filter(isOpen), links)) {
    const best = longest(predecessorsOf(item, links).filter(isOpen), chains)
    chains.set(item.task.id, { days: item.end - item.start + (best?.days ?? 0), before: best?.item ?? null })
  }
  const last = longest(
    items.filter(({ task }) => chains.get(task.id)?.before),
    chains,
  )
  if (!last) return null
  const ids: number[] = []
  for (let item: TimelineItem | null = last.item; item; item = chains.get(item.task.id)?.before ?? null)
    ids.unshift(item.task.id)
  return { ids, days: Math.ceil(last.days) }
}

/** The path in words: 'Critical path: 4 tasks, 23 days'. */
export function describePath(path: CriticalPath | null): string {
  if (!path) return 'No task depends on another one.'
  return `Critical path: ${path.ids.length} tasks, ${path.days === 1 ? '1 day' : `${path.days} days`}`
}

function isOpen({ task }: TimelineItem): boolean {
  return !task.completed
}

/** The items so that each stands behind all it depends on; without those in a circle and behind one. */
function inOrderOfDependence(items: readonly TimelineItem[], links: Links): TimelineItem[] {
  const waits = new Map(
    items.map((item) => [item.task.id, predecessorsOf(item, links).filter(isOpen).length]),
  )
  const ordered = items.filter(({ task }) => waits.get(task.id) === 0)
  // The list grows while it is walked.
  for (const { task } of ordered) {
    for (const successor of links.successorsById.get(task.id) ?? []) {
      const left = (waits.get(successor.task.id) ?? 0) - 1
      waits.set(successor.task.id, left)
      if (left === 0) ordered.push(successor)
    }
  }
  return ordered
}

/** The item whose chain takes longest; the first of several. */
function longest(
  items: readonly TimelineItem[],
  chains: ReadonlyMap<number, Chain>,
): { item: TimelineItem; days: number } | null {
  let best: { item: TimelineItem; days: number } | null = null
  for (const item of items) {
    const days = chains.get(item.task.id)?.days
    if (days !== undefined && (!best || days > best.days)) best = { item, days }
  }
  return best
}

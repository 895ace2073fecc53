import type { Task } from '#domain/task.ts'
import { type Links, linkItems } from '#domain/timeline-plan.ts'
import { type TimelineItem, listTimeline } from '#domain/timeline.ts'

type List = { zone: string; items: readonly TimelineItem[] }

const lists = new WeakMap<readonly Task[], List>()
const links = new WeakMap<readonly TimelineItem[], Links>()

/** The items of a list of tasks, worked out once for as long as the list is the same: a tab that is opened again is there. */
export function itemsOf(tasks: readonly Task[], zone: string): readonly TimelineItem[] {
  const known = lists.get(tasks)
  if (known?.zone === zone) return known.items
  const items = listTimeline(tasks, zone)
  lists.set(tasks, { zone, items })
  return items
}

/** The links between items, worked out once for each list of them. */
export function linksOf(items: readonly TimelineItem[]): Links {
  const known = links.get(items)
  if (known) return known
  const made = linkItems(items)
  links.set(items, made)
  return made
}

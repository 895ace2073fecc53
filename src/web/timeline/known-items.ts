import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { type Links, linkItems } from './rules/plan.ts'
import { type TimelineItem, listTimeline } from './rules/items.ts'

type List = { zone: string; items: readonly TimelineItem[] }

const lists = new WeakMap<readonly ShortTask[], List>()
const links = new WeakMap<readonly TimelineItem[], Links>()

/** Returns the items of a task list. The items are cached by list, so that reopening the tab is fast. */
export function itemsOf(tasks: readonly ShortTask[], zone: string): readonly TimelineItem[] {
  const known = lists.get(tasks)
  if (known?.zone === zone) return known.items
  const items = listTimeline(tasks, zone)
  lists.set(tasks, { zone, items })
  return items
}

/** Returns the links between items, cached by list. */
export function linksOf(items: readonly TimelineItem[]): Links {
  const known = links.get(items)
  if (known) return known
  const made = linkItems(items)
  links.set(items, made)
  return made
}

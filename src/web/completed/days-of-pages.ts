import { type CompletedDay, groupByCompletionDay, joinDays } from './completed-days.ts'
import type { CompletedPage } from '../tasks/data/completed-pages.ts'

/** Caches the days of each page by time zone. */
const known = new WeakMap<CompletedPage, { zone: string; days: CompletedDay[] }>()

/** Returns the days of all pages. Groups only new pages, so years of history stay fast. */
export function daysOfPages(pages: readonly CompletedPage[], zone: string): CompletedDay[] {
  return joinDays(pages.map((page) => daysOfPage(page, zone)))
}

function daysOfPage(page: CompletedPage, zone: string): CompletedDay[] {
  const found = known.get(page)
  if (found?.zone === zone) return found.days
  const days = groupByCompletionDay(page.tasks, zone)
  known.set(page, { zone, days })
  return days
}

import { type CompletedDay, groupByCompletionDay, joinDays } from '#domain/completed-days.ts'
import type { CompletedPage } from '#domain/completed-pages.ts'

/** The days of each page that was drawn, in a zone: another page does not change them. */
const known = new WeakMap<CompletedPage, { zone: string; days: CompletedDay[] }>()

/** The days of all pages. Years of pages cost no more than the new one. */
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

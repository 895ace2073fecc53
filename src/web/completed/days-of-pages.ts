import { type CompletedDay, groupByCompletionDay, joinDays } from './completed-days.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { type Call, withCalls } from '../sync/runner/calls.ts'
import type { CompletedPage } from '../tasks/data/completed-pages.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { asTask } from '../tasks/data/task-list.ts'

const known = new WeakMap<CompletedPage, { zone: string; days: CompletedDay[] }>()

/** Returns a page with pending calls applied, or the same page if no call (such as an offline reopen) changes it. */
export function pageWithCalls(page: CompletedPage, waiting: readonly Call[]): CompletedPage {
  const shown = withCalls<readonly ShortTask[]>(TASKS_KEY, page.tasks, waiting)
  if (shown === page.tasks) return page
  const completed = new Map(shown.filter((task) => task.completed).map((task) => [task.id, asTask(task)]))
  return { ...page, tasks: page.tasks.flatMap(({ id }) => completed.get(id) ?? []) }
}

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

import { RESTORE_DAYS } from '#domain/tasks/deleted-task.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { TrashItem, TrashPage } from '#domain/trash/trash-schema.ts'
import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'
import { dates } from '../ui/dates.ts'

// Interface text for the trash. Source: design, section 14.

export const title = 'Trash'
export const intro = 'Restored tasks keep their id and files. At a full level, they join the waiting line.'
export const filter = 'Show'
export const all = 'All'
export const kinds = { task: 'Tasks', template: 'Templates', category: 'Categories' }
export const kind = { task: 'Task', template: 'Template', category: 'Category' }
export const search = 'Search the trash'
export const list = 'Deleted items'
export const loading = 'Loading the trash...'
export const notLoaded = 'Couldn’t load the trash.'
export const more = 'Show more'
export const close = 'Close'

export const empty = 'The trash is empty.'
export const emptyText = `Deleted items stay here for ${RESTORE_DAYS} days.`
export const noneOf = {
  task: 'No deleted tasks.',
  template: 'No deleted templates.',
  category: 'No deleted categories.',
}
export const found = (count: number, hasMore: boolean) =>
  `${hasMore ? 'More than ' : ''}${countText(count, 'item', 'items')} found.`
export const nothingFound = (text: string) => `Nothing in the trash matches “${isolate(text)}”.`

export const restore = 'Restore'
export const restoreOne = (title: string) => `Restore ${title}`
export const restored = ({ title, priority, completed }: Task, isWaiting: boolean) => {
  const place = `${isWaiting ? 'the waiting line of ' : ''}level ${priority}`
  return { title: completed ? 'Restored as completed.' : `Restored to ${place}.`, text: isolate(title) }
}
export const deleteForever = 'Delete forever'
export const deleteOneForever = (title: string) => `Delete ${title} forever`
export const deletedForever = { title: 'Deleted forever', text: 'It can no longer be restored.' }
export const deleteFailed = 'Couldn’t delete it. Try again.'
export const goneAlready = 'It’s no longer in the trash.'

export const emptyTrash = 'Empty trash'
export const emptyQuestion = 'Empty the trash?'
export const emptied = { title: 'Trash emptied', text: 'Everything was deleted forever.' }
export const emptyFailed = 'Couldn’t empty the trash. Try again.'
export const keep = 'Keep'
export const cannotUndo = 'This can’t be undone.'

export const daysLeft = (days: number) =>
  days === 0 ? 'Less than a day left' : `${countText(days, 'day', 'days')} left`

const tasks = (count: number) => countText(count, 'task', 'tasks')
const files = (count: number) => countText(count, 'file', 'files')

/** Returns when the item was deleted and what belongs to it: 'Deleted today, 9:41 AM. 2 files.' */
export function describe(item: TrashItem, today: Temporal.PlainDate, zone: string): string {
  const deleted = `Deleted ${describeDay(item.deletedAt, today, zone)}.`
  if (item.kind === 'template') return `Template with ${tasks(item.tasks)}. ${deleted}`
  if (item.kind === 'category') {
    return `Category${item.tasks === 0 ? '' : ` still used by ${tasks(item.tasks)}`}. ${deleted}`
  }
  const parts = [deleted]
  if (item.files > 0) parts.push(`${files(item.files)}.`)
  if (item.dependents > 0) parts.push(`${tasks(item.dependents)} depended on it.`)
  return parts.join(' ')
}

function describeDay(instant: string, today: Temporal.PlainDate, zone: string): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  const days = at.toPlainDate().until(today, { largestUnit: 'days' }).days
  if (days > 1) return dates.shortDay(at, today)
  return `${days === 1 ? 'yesterday' : 'today'}, ${dates.time(at)}`
}

export function deleteQuestion(item: TrashItem): string {
  return `Delete this ${kind[item.kind].toLowerCase()} forever?`
}

export function deleteText({ kind, title, tasks: count, files: fileCount }: TrashItem): string {
  const withIt =
    kind === 'template' && count > 0
      ? `, with ${tasks(count)}`
      : fileCount > 0
        ? `, with ${files(fileCount)}`
        : ''
  return `“${isolate(title)}” will be deleted${withIt}. ${cannotUndo}`
}

/** '4 tasks, 1 template and 1 category will be deleted, with 2 files. This can’t be undone.' */
export function emptyingText({ task, template, category, files: fileCount }: TrashPage['totals']): string {
  const counts = [
    task > 0 && tasks(task),
    template > 0 && countText(template, 'template', 'templates'),
    category > 0 && countText(category, 'category', 'categories'),
  ].filter((count) => count !== false)
  const last = counts.pop() ?? ''
  const all = counts.length > 0 ? `${counts.join(', ')} and ${last}` : last
  return `${all} will be deleted${fileCount > 0 ? `, with ${files(fileCount)}` : ''}. ${cannotUndo}`
}

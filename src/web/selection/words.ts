import type { Level } from '#domain/tasks/priority.ts'
import { isolate } from '#domain/text.ts'

import { countText } from '../ui/count-text.ts'
import { numberText } from '../ui/numbers.ts'

export const bar = 'Selected tasks'
export const cancel = 'Cancel'
export const clear = 'Clear the selection'
export const complete = 'Complete'
export const move = 'Move'
export const moveToLevel = 'Move to level'
export const category = 'Category'
export const project = 'Project'
export const dueDate = 'Due date'
export const remove = 'Delete'
export const more = 'More'

const tasks = (count: number) => countText(count, 'task', 'tasks')

export const moveTitle = (count: number) => `Move ${tasks(count)} to level`
export const free = (count: number) => (count === 0 ? 'full' : `${numberText(count)} free`)
/** Spoken before the number of a level. */
export const level = 'Level'
export const alreadyThere = 'already there'
export const tooFew = (levels: readonly Level[]) =>
  levels.length === 1
    ? `Level ${levels[0]} doesn’t have enough free slots.`
    : `Levels ${listed(levels.map(String))} don’t have enough free slots.`

/** Spoken after the count of a category. */
export const countedSelected = 'selected'
export const categoryTitle = (count: number) => `Category of ${tasks(count)}`
export const projectTitle = (count: number) => `Project of ${tasks(count)}`
export const projectName = 'Project name'
export const projectHint =
  'Only tasks in the Project category have a project. Setting a project moves the selected tasks to that category.'
export const setProject = 'Set project'
export const noProject = 'No project'
export const dueTitle = (count: number) => `Due date of ${tasks(count)}`
export const today = 'Today'
export const tomorrow = 'Tomorrow'
export const noDueDate = 'No due date'

export type BulkAction = 'complete' | 'move' | 'change' | 'plan' | 'unplan' | 'delete'

const WORDS: Record<BulkAction, { verb: string; done: string }> = {
  complete: { verb: 'complete', done: 'completed' },
  move: { verb: 'move', done: 'moved' },
  change: { verb: 'update', done: 'updated' },
  plan: { verb: 'plan', done: 'planned for today' },
  unplan: { verb: 'update', done: 'removed from today' },
  delete: { verb: 'delete', done: 'deleted' },
}
export const done = (action: BulkAction, count: number, isAgain: boolean) =>
  `${count === 0 ? 'No tasks' : tasks(count)} ${WORDS[action].done}${isAgain ? ' again' : ''}`
export const failed = (action: BulkAction, count: number) => `Couldn’t ${WORDS[action].verb} ${tasks(count)}`
export const unchanged = 'No changes were made. Try again.'
export const noRoom = (titles: readonly string[]) => `No room for ${named(titles)}.`
export const gone = (titles: readonly string[]) => `Deleted on another device: ${named(titles)}.`

/** The maximum number of task titles in a toast. */
const NAMED_MAX = 3

/** Returns the first titles as text: '“Plan”, “Draft” and 4 more'. */
export function named(titles: readonly string[]): string {
  const first = titles.slice(0, NAMED_MAX).map((title) => `“${isolate(title)}”`)
  const rest = titles.length - first.length
  return listed(rest > 0 ? [...first, `${numberText(rest)} more`] : first)
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

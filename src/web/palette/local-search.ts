import { lineOf } from '#domain/search/excerpt.ts'
import type { SearchHit } from '#domain/search/hit.ts'
import { sortByRank, taskToHit } from '#domain/search/rank.ts'
import { type SearchQuery, matchesAll, readQuery, wordLine } from '#domain/search/words.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { yieldToMain } from '../sync/yield-to-main.ts'

/** The maximum number of matches that are ranked, as on the server. */
const RANKED_MAX = 100
const TASKS_AT_ONCE = 100
const RECENT_MAX = 5

/** The words of a task: of its title, and of all its text. */
type Lines = { title: string; all: string }

/** A changed task is a new object, so its words are read again. */
const lines = new WeakMap<ShortTask, Lines>()

/** Reads the words of tasks, yielding to user input in between. Stops when the signal is aborted. */
export async function readWords(tasks: readonly ShortTask[], signal: AbortSignal): Promise<void> {
  for (let i = 0; i < tasks.length && !signal.aborted; i += TASKS_AT_ONCE) {
    for (const task of tasks.slice(i, i + TASKS_AT_ONCE))
      if (!lines.has(task)) lines.set(task, { title: wordLine(task.title), all: lineOf(task) })
    await yieldToMain()
  }
}

/** Returns the best matches among the tasks whose words were read. Ranks the matches as the server does. */
export function searchLocally(
  tasks: readonly ShortTask[],
  query: SearchQuery,
  completed: boolean,
  count: number,
): SearchHit[] {
  const inTitle: ShortTask[] = []
  const elsewhere: ShortTask[] = []
  for (const task of tasks) {
    if (task.completed !== completed) continue
    const known = lines.get(task)
    if (!known || !matchesAll(known.all, query)) continue
    if (matchesAll(known.title, query)) inTitle.push(task)
    else elsewhere.push(task)
  }
  const found = inTitle.length < count ? [...inTitle, ...newest(elsewhere)] : newest(inTitle)
  return sortByRank(found, query)
    .slice(0, count)
    .map((task) => taskToHit(task, query))
}

/** Returns the tasks that changed last and whose title contains a text without words. Those in `first` come first. */
export function findRecent(tasks: readonly ShortTask[], text: string, first?: ReadonlySet<number>) {
  const isFirst = ({ id }: ShortTask) => Number(first?.has(id) ?? false)
  const found = tasks
    .filter(({ title }) => title.includes(text))
    .toSorted((a, b) => isFirst(b) - isFirst(a) || (a.updatedAt < b.updatedAt ? 1 : -1))
  const hitsOf = (completed: boolean) => {
    const tasks = found.filter((task) => task.completed === completed).slice(0, RECENT_MAX)
    return tasks.map((task) => taskToHit(task, readQuery('')))
  }
  return { open: hitsOf(false), completed: hitsOf(true) }
}

function newest(tasks: readonly ShortTask[]): ShortTask[] {
  return tasks.toSorted((a, b) => b.id - a.id).slice(0, RANKED_MAX)
}

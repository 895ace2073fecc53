import type { Task } from '../tasks/task.ts'
import { type Searched, excerptOf } from './excerpt.ts'
import type { SearchHit } from './hit.ts'
import { type SearchQuery, findMatches, foldPhrase, matchesAll, wordLine } from './words.ts'

/** The fields that decide the order of results. */
export type Ranked = Pick<Task, 'id' | 'title' | 'category' | 'projectName' | 'completedAt' | 'updatedAt'>

/** Higher is better. */
const RANK = { title: 6, start: 5, phrase: 4, inTitle: 3, inNames: 2, elsewhere: 1 } as const

/**
 * Returns how well a matching task fits a query. A match in the title ranks above one in the category or project,
 * which ranks above one in a longer text.
 */
export function rankOf({ title, category, projectName }: Ranked, query: SearchQuery): number {
  const inTitle = wordLine(title)
  if (!matchesAll(inTitle, query)) {
    const names = `${inTitle}${wordLine(category)}${wordLine(projectName ?? '')}`
    return matchesAll(names, query) ? RANK.inNames : RANK.elsewhere
  }
  const folded = foldPhrase(title)
  if (folded === query.phrase) return RANK.title
  if (folded.startsWith(query.phrase)) return RANK.start
  return folded.includes(` ${query.phrase}`) ? RANK.phrase : RANK.inTitle
}

/** Sorts matching tasks, best first. In a tie, the most recently completed or changed task comes first. */
export function sortByRank<T extends Ranked>(tasks: readonly T[], query: SearchQuery): T[] {
  const ranked = tasks.map((task) => ({ task, rank: rankOf(task, query) }))
  ranked.sort((a, b) => b.rank - a.rank || compareAge(a.task, b.task))
  return ranked.map(({ task }) => task)
}

export function taskToHit(
  task: Searched & Omit<SearchHit, 'titleMatches' | 'excerpt'>,
  query: SearchQuery,
): SearchHit {
  const { id, title, priority, category, projectName, completed, completedAt } = task
  const matches = { titleMatches: findMatches(title, query), excerpt: excerptOf(task, query) }
  return { id, title, priority, category, projectName, completed, completedAt, ...matches }
}

function compareAge(a: Ranked, b: Ranked): number {
  const [aTime, bTime] = [a.completedAt ?? a.updatedAt, b.completedAt ?? b.updatedAt]
  if (aTime !== bTime) return aTime < bTime ? 1 : -1
  return b.id - a.id
}

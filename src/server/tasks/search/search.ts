import { lineOf } from '#domain/search/excerpt.ts'
import { HITS_MAX, type SearchHit } from '#domain/search/hit.ts'
import { sortByRank, taskToHit } from '#domain/search/rank.ts'
import { type SearchQuery, matchesAll, readQuery, wordLine } from '#domain/search/words.ts'

import type { Database } from '../../db/schema.ts'
import { CANDIDATES_MAX, type Candidate, listNewestMatches, readSearched } from './store.ts'

/** The limits for index hits compared for a query with accents: their number, and the total length of their words. */
const [COMPARED_MAX, COMPARED_LENGTH_MAX] = [1000, 300_000]

/** Returns the user's tasks that contain every word of a string: the best open tasks, then the best completed tasks. */
export async function searchTasks(db: Database, userId: string, text: string): Promise<SearchHit[]> {
  const query = readQuery(text)
  if (query.terms.length === 0) return []
  const hits: SearchHit[] = []
  for (const completed of [false, true]) {
    const best = await findBest(db, userId, query, completed)
    for await (const task of readSearched(db, userId, best)) {
      hits.push(taskToHit({ ...task, completed }, query))
    }
  }
  return hits
}

/** Every match in a title ranks above the others, so if there are enough of them, the second query isn't needed. */
async function findBest(
  db: Database,
  userId: string,
  query: SearchQuery,
  completed: boolean,
): Promise<Candidate[]> {
  const found = await listMatches(db, userId, query, { completed, where: 'title' })
  if (found.length < HITS_MAX) {
    const others = await listMatches(db, userId, query, { completed, where: 'anywhere' })
    const known = new Set(found.map(({ id }) => id))
    found.push(...others.filter(({ id }) => !known.has(id)))
  }
  return sortByRank(found, query).slice(0, HITS_MAX)
}

/**
 * Returns the newest matches. Filters the hits of the index by the accents of the query, because the index stores none.
 */
async function listMatches(
  db: Database,
  userId: string,
  query: SearchQuery,
  scope: { completed: boolean; where: 'title' | 'anywhere' },
): Promise<Candidate[]> {
  const isPlain = query.terms.every(({ accents }) => accents === null)
  const count = isPlain ? CANDIDATES_MAX : COMPARED_MAX
  const hits = await listNewestMatches(db, userId, query, { ...scope, count })
  if (isPlain) return hits
  hits.sort((a, b) => b.id - a.id)
  const matches: Candidate[] = []
  let length = 0
  for await (const task of scope.where === 'title' ? hits : readSearched(db, userId, hits)) {
    const line = scope.where === 'title' ? wordLine(task.title) : lineOf(task)
    if (matchesAll(line, query)) matches.push(task)
    length += line.length
    if (matches.length === CANDIDATES_MAX || length > COMPARED_LENGTH_MAX) break
  }
  return matches
}

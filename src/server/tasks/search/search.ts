import { excerptOf } from '#domain/search/excerpt.ts'
import { HITS_MAX, type SearchHit } from '#domain/search/hit.ts'
import { sortByRank } from '#domain/search/rank.ts'
import { type SearchQuery, findMatches, readQuery } from '#domain/search/words.ts'

import type { Database } from '../../db/schema.ts'
import { type Candidate, listNewestMatches, listSearched } from './store.ts'

/** Each task can have 200,000 characters. */
const TEXTS_AT_ONCE = 5

/** Returns the user's tasks that contain every word of a string: the best open ones, then the best completed ones. */
export async function searchTasks(db: Database, userId: string, text: string): Promise<SearchHit[]> {
  const query = readQuery(text)
  if (query.terms.length === 0) return []
  const hits: SearchHit[] = []
  for (const completed of [false, true]) {
    const best = await findBest(db, userId, query, completed)
    for (let i = 0; i < best.length; i += TEXTS_AT_ONCE) {
      hits.push(...(await toHits(db, userId, best.slice(i, i + TEXTS_AT_ONCE), query)))
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
  const found = await listNewestMatches(db, userId, query, { completed, where: 'title' })
  if (found.length < HITS_MAX) {
    const others = await listNewestMatches(db, userId, query, { completed, where: 'anywhere' })
    const known = new Set(found.map(({ id }) => id))
    found.push(...others.filter(({ id }) => !known.has(id)))
  }
  return sortByRank(found, query).slice(0, HITS_MAX)
}

async function toHits(
  db: Database,
  userId: string,
  candidates: readonly Candidate[],
  query: SearchQuery,
): Promise<SearchHit[]> {
  const ids = candidates.map(({ id }) => id)
  const texts = await listSearched(db, userId, ids)
  return candidates.map(({ id, title, priority, category, projectName, completedAt }) => {
    const searched = texts.get(id)
    return {
      id,
      title,
      priority,
      category,
      projectName,
      completedAt,
      completed: completedAt !== null,
      titleMatches: findMatches(title, query),
      excerpt: searched ? excerptOf(searched, query) : null,
    }
  })
}

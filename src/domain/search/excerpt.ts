import type { LongText } from '../tasks/long-texts.ts'
import type { Task } from '../tasks/task.ts'
import { cutTo } from '../text.ts'
import { type MatchRange, type SearchQuery, findMatches, matchesOne, wordLine } from './words.ts'

/** The searched fields besides the title, in the order in which the excerpt prefers them. */
export const EXCERPT_FIELDS = [
  'description',
  'notes',
  'clearGoals',
  'nextSteps',
  'projectName',
  'category',
] as const

export type ExcerptField = (typeof EXCERPT_FIELDS)[number]

/** The fields of a task that the search covers. Texts that aren't loaded are missing. */
export type Searched = Pick<Task, 'title' | Exclude<ExcerptField, LongText>> & Partial<Pick<Task, LongText>>

export type Excerpt = { field: ExcerptField; text: string; matches: MatchRange[] }

const FIELDS = ['title', ...EXCERPT_FIELDS] as const
const BEFORE = 40
const LENGTH_MAX = 160

/** Returns the words of the given text fields of a task, in the form that `matchesAll` reads. */
export function lineOf(task: Partial<Searched>): string {
  return FIELDS.map((field) => wordLine(task[field] ?? '')).join('')
}

/** Returns an excerpt of the first field with a term that the title lacks, or null if the title has all terms. */
export function excerptOf(task: Searched, query: SearchQuery): Excerpt | null {
  const title = wordLine(task.title)
  const missing = query.terms.filter((term) => !matchesOne(title, term))
  if (missing.length === 0) return null
  for (const field of EXCERPT_FIELDS) {
    const text = task[field]
    if (!text) continue
    const line = wordLine(text)
    if (missing.some((term) => matchesOne(line, term))) return { field, ...cut(text, query) }
  }
  return null
}

/** Shortens text to one line around its first match. */
function cut(text: string, query: SearchQuery): { text: string; matches: MatchRange[] } {
  const found = findMatches(text, query)
  const first = found[0]?.start ?? 0
  const from = wordStart(text, Math.max(0, first - BEFORE), first)
  // Includes two more code units, to detect a character that the limit would cut through.
  const to = from + cutTo(LENGTH_MAX, text.slice(from, from + LENGTH_MAX + 2), lengthOf).length
  const before = from > 0 ? '… ' : ''
  const after = to < text.length ? ' …' : ''
  const piece = text.slice(from, to).replaceAll(/\s/g, ' ')
  const shift = before.length - from
  return {
    text: `${before}${piece}${after}`,
    matches: found
      .filter(({ end }) => end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  }
}

/** Returns the start of a word at or after `from`, but not after `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  if (from === 0) return 0
  for (let at = from; at < limit; at++) if (/\s/.test(text.charAt(at))) return at + 1
  return limit
}

const lengthOf = ({ length }: string) => length

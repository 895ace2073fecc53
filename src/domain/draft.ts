import { z } from 'zod'

import { type Edits, type FieldOf, NO_EDITS, editedFields } from './edits.ts'

/** The longest draft that is kept, in UTF-16 units: three texts at their limit, before and after, need about 600,000. */
export const DRAFT_LENGTH_MAX = 1_000_000
/** How long all drafts of a browser may be together: half of the five million units that browsers give a site. */
export const DRAFTS_LENGTH_MAX = 2_500_000
export const DRAFTS_MAX = 50

/** A kept draft as one that lists them sees it. `at` is when it was kept, in ms since 1970. */
export type KeptDraft = { key: string; length: number; at: number }

/** A draft as it was read: by whom it was written is part of its key. */
export type ReadDraft<V extends object> = { key: string; at: number; edits: Edits<V> }

/** The text a draft is kept as. */
export function writeDraft<V extends object>({ mine, seen }: Edits<V>, at: number): string {
  return JSON.stringify({ at, mine, seen })
}

/** When a draft was kept, in ms since 1970; 0, the oldest, for what is no draft. Only its beginning is read. */
export function draftTime(text: string): number {
  return Number(/^\{"at":(\d+),/.exec(text.slice(0, 40))?.[1] ?? 0)
}

/**
 * A kept draft over the row as it is now, or null for what is no draft. What another version of the program kept in
 * another form, or under a name that there no longer is, is left out.
 */
export function readDraft<V extends object>(text: string, row: V): { at: number; edits: Edits<V> } | null {
  const draft = parseDraft(text)
  if (!draft) return null
  const edits: Edits<V> = { mine: {}, seen: {} }
  for (const field of Object.keys(row) as FieldOf<V>[]) {
    const mine = draft.mine[field]
    if (!isAlike(mine, row[field])) continue
    edits.mine[field] = mine
    const seen = draft.seen[field]
    if (isAlike(seen, row[field])) edits.seen[field] = seen
  }
  return { at: draft.at, edits }
}

/**
 * The draft to bring back, if there is one, and the keys of those that say nothing the row does not. One that this tab
 * wrote goes before one that another wrote, and a newer one before an older.
 */
export function chooseDraft<V extends object>(
  drafts: readonly ReadDraft<V>[],
  row: V,
  isOwn: (key: string) => boolean,
): { chosen: ReadDraft<V> | null; spent: string[] } {
  const telling = drafts.filter(({ edits }) => editedFields(row, edits).length > 0)
  const [chosen = null] = telling.toSorted(
    (a, b) => Number(isOwn(b.key)) - Number(isOwn(a.key)) || b.at - a.at,
  )
  return { chosen, spent: drafts.filter((draft) => !telling.includes(draft)).map(({ key }) => key) }
}

/**
 * The keys of the drafts that give way to a new one, the oldest first; null when it is too long to be kept itself.
 * @param kept the others
 */
export function draftsToDrop(kept: readonly KeptDraft[], lengthOfNew: number): string[] | null {
  if (lengthOfNew > DRAFT_LENGTH_MAX) return null
  let length = lengthOfNew + kept.reduce((sum, draft) => sum + draft.length, 0)
  let count = kept.length + 1
  const dropped: string[] = []
  for (const draft of kept.toSorted((a, b) => a.at - b.at)) {
    if (length <= DRAFTS_LENGTH_MAX && count <= DRAFTS_MAX) break
    dropped.push(draft.key)
    length -= draft.length
    count--
  }
  return dropped
}

/** Whether a form says anything over its row that is to be kept. */
export function hasEdits<V extends object>({ mine }: Edits<V>): boolean {
  return Object.keys(mine).length > 0
}

const draftSchema = z.object({
  at: z.number(),
  mine: z.record(z.string(), z.unknown()),
  seen: z.record(z.string(), z.unknown()).default(NO_EDITS.seen),
})

function parseDraft(text: string): z.output<typeof draftSchema> | null {
  try {
    return draftSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Whether a value is of the kind that a field of the form holds. What a list of records holds is for the form to judge. */
function isAlike<T>(value: unknown, example: T): value is T {
  if (!Array.isArray(example)) return typeof value === typeof example
  if (!Array.isArray(value)) return false
  return value.every((entry) => typeof entry === 'string') || value.every(isRecord)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

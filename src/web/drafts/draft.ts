import { z } from 'zod'

import { type Edits, type FieldOf, NO_EDITS, editedFields } from './edits.ts'

/** Maximum draft length in UTF-16 units. Three maximum-length fields and their old versions need about 600,000 units. */
export const DRAFT_LENGTH_MAX = 1_000_000
/** Maximum length of all drafts: half of the five million units that browsers allow a site. */
export const DRAFTS_LENGTH_MAX = 2_500_000
export const DRAFTS_MAX = 50

/** A stored draft, for cleanup. `at` is when it was stored, in ms since 1970. */
export type KeptDraft = { key: string; length: number; at: number }

export type ReadDraft<V extends object> = { key: string } & StoredDraft<V>

/** The stored form of a draft. `sentUnder` is the Idempotency-Key of a request whose response may be lost. */
export type StoredDraft<V extends object> = { at: number; edits: Edits<V>; sentUnder?: string | undefined }

export function writeDraft<V extends object>(
  { mine, seen }: Edits<V>,
  at: number,
  sentUnder?: string,
): string {
  return JSON.stringify({ at, mine, seen, ...(sentUnder && { sentUnder }) })
}

/** Returns when a draft was stored, in ms since 1970; 0 if the text isn't a draft. Reads only the first characters. */
export function draftTime(text: string): number {
  return Number(/^\{"at":(\d+),/.exec(text.slice(0, 40))?.[1] ?? 0)
}

/**
 * Reads a stored draft. Drops fields that the form doesn't have or whose type changed with a new version.
 * @returns null if the text isn't a draft
 */
export function readDraft<V extends object>(text: string, row: V): StoredDraft<V> | null {
  const draft = parseDraft(text)
  if (!draft) return null
  const edits: Edits<V> = { mine: {}, seen: {} }
  for (const field of Object.keys(row) as FieldOf<V>[]) {
    const mine = draft.mine[field]
    if (isAlike(mine, row[field])) edits.mine[field] = mine
    else if (field in draft.mine) continue
    const seen = draft.seen[field]
    if (isAlike(seen, row[field])) edits.seen[field] = seen
  }
  return { at: draft.at, edits, sentUnder: draft.sentUnder }
}

/**
 * Chooses the draft to restore: this tab's drafts first, then the newest. `spent` lists the keys of drafts without
 * unsaved edits.
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
 * Returns the keys of the oldest drafts to delete to make room for a new one; null if the new one is too long.
 * @param kept the other drafts
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

export function hasEdits<V extends object>({ mine }: Edits<V>): boolean {
  return Object.keys(mine).length > 0
}

const draftSchema = z.object({
  at: z.number(),
  mine: z.record(z.string(), z.unknown()),
  seen: z.record(z.string(), z.unknown()).default(NO_EDITS.seen),
  sentUnder: z.string().optional(),
})

export function parseDraft(text: string): z.output<typeof draftSchema> | null {
  try {
    return draftSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * Returns whether a stored value has the field's type. Numbers and null are interchangeable. The form validates the
 * entries of a list of objects.
 */
function isAlike<T>(value: unknown, example: T): value is T {
  if (value === null || example === null) return isNumberOrNull(value) && isNumberOrNull(example)
  if (!Array.isArray(example)) return typeof value === typeof example
  if (!Array.isArray(value)) return false
  if (value.every((entry) => typeof entry === 'string')) return true
  return value.every((entry) => typeof entry === 'object' && entry !== null)
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || typeof value === 'number'
}

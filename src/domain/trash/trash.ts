import { RESTORE_DAYS } from '../tasks/deleted-task.ts'
import { containsTyped } from '../text.ts'

/** The kinds of items in the trash, in the order of their counts. */
export const TRASH_KINDS = ['task', 'template', 'category'] as const

export type TrashKind = (typeof TRASH_KINDS)[number]

/** Identifies one item in the trash. A category's id is its name. */
export type TrashRef = { kind: TrashKind; id: number | string }

/** The fields of an item in the trash that sorting and searching read. `deletedAt` is an ISO 8601 UTC instant. */
export type TrashHead = TrashRef & { title: string; deletedAt: string }

/** The maximum number of deleted templates, and of deleted categories, kept per user. The oldest are removed first. */
export const TRASHED_MAX = 1000

/** The maximum bytes of deleted templates kept per user, because they don't count toward the text limit. */
export const TRASHED_TEMPLATE_BYTES_MAX = 32 * 2 ** 20

/** Compares items in the trash: newest deletion first, then by kind, then by descending id. */
export function compareTrash(a: Omit<TrashHead, 'title'>, b: Omit<TrashHead, 'title'>): number {
  if (a.deletedAt !== b.deletedAt) return a.deletedAt < b.deletedAt ? 1 : -1
  if (a.kind !== b.kind) return TRASH_KINDS.indexOf(a.kind) - TRASH_KINDS.indexOf(b.kind)
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1
}

/** Returns whether a title contains a string, ignoring case, and accents if the string has none. */
export function matchesTrash({ title }: Pick<TrashHead, 'title'>, text: string): boolean {
  return containsTyped(title, text)
}

/**
 * Returns the ids of the items that exceed the limits of the trash.
 * @param kept the trashed items of one kind, newest deletion first, with their sizes in bytes
 */
export function beyondTrash(kept: readonly { id: number; bytes: number }[]): number[] {
  let total = 0
  return kept.flatMap(({ id, bytes }, index) => {
    total += bytes
    // The newest item stays regardless of its size, so that its deletion can be undone.
    const fits = index === 0 || (index < TRASHED_MAX && total <= TRASHED_TEMPLATE_BYTES_MAX)
    return fits ? [] : [id]
  })
}

/**
 * Returns the number of days, 0 to 30, for which an item can still be restored.
 * @param today the user's current day
 * @param zone the user's IANA time zone
 */
export function daysLeft(deletedAt: string, today: Temporal.PlainDate, zone: string): number {
  const day = Temporal.Instant.from(deletedAt).toZonedDateTimeISO(zone).toPlainDate()
  const { days } = day.until(today, { largestUnit: 'days' })
  return Math.max(0, Math.min(RESTORE_DAYS, RESTORE_DAYS - days))
}

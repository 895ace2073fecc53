import type { Level } from '#domain/tasks/priority.ts'

/** One version of a value, as text or as a level. `empty` shows if there is no text. */
export type Version = { text: string; empty?: string; level?: Level }

/** A value that changed in two places. */
export type Difference = {
  /** The name of its first field. */
  key: string
  label: string
  saved: Version
  mine: Version
  /** Whether the words that differ are marked. */
  isText?: boolean
}

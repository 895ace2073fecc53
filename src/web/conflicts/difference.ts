import type { Level } from '#domain/tasks/priority.ts'

/** One version of a value, as text or as a level. `empty` is shown if there is no text. */
export type Version = { text: string; empty?: string; level?: Level }

/** A value that changed in two places. */
export type Difference = {
  /** The name of the first field that the difference covers. */
  key: string
  label: string
  saved: Version
  mine: Version
  /** Whether to mark the words that differ. */
  isText?: boolean
}

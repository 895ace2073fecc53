import type { Level } from '#domain/tasks/priority.ts'

/** One version of a value, as text or as a level. `empty` replaces missing text. */
export type Version = { text: string; empty?: string; level?: Level }

/** A value that two devices or tabs changed. */
export type Difference = {
  /** The name of the first field that the difference covers. */
  key: string
  label: string
  saved: Version
  mine: Version
  /** Whether to mark the words that differ. */
  isText?: boolean
}

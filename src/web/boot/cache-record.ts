import type { Entrance } from '#domain/account/account.ts'

import { metaContent } from './meta.ts'
import { createStoredValue, parseJson } from '../state/stored-value.ts'

/** Describes the tasks cached in this browser. Read before any cached row. */
export type CacheRecord = {
  userId: string
  /** The number of the last cached change. */
  change: number
  /** The build that wrote the cache. A different build may use a different task format. */
  build: string
  /** The page that owns the cache. Only one page at a time updates the cache. */
  page: string
  /** Lets the page open without the server. */
  entrance: Entrance
  categories?: string[]
}

/** Returns the id of this build: version, hash of the files and hash of the task format, separated by spaces. */
export function thisBuild(): string {
  return metaContent('build')
}

/** `early.js` also reads this key. */
const stored = createStoredValue<CacheRecord | null>('tenfold:kept', {
  parse: (text) => parseJson(text) as CacheRecord | null,
  fallback: null,
})

/** Returns the record of any user and build, or null. */
export const readAnyRecord = stored.read

/**
 * Returns the record that this build stored for a user, or null. A page opened without the server also accepts the
 * record of a different build with the same task format.
 */
export function readRecord(userId: string): CacheRecord | null {
  const record = stored.read()
  const isOurs = record?.userId === userId && isReadable(record.build ?? '')
  return isOurs && Number.isSafeInteger(record.change) ? record : null
}

function isReadable(build: string): boolean {
  const own = thisBuild()
  return build === own || (!metaContent('entrance') && formatOf(build) === formatOf(own))
}

function formatOf(build: string): string | undefined {
  return build.split(' ')[2]
}

export const writeRecord = stored.write

/** Removes the record, so that the stored rows are ignored. Returns whether the browser removed it. */
export const removeRecord = stored.remove

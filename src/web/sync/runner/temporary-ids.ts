/** The maximum number of tasks that one call creates. Also the distance between the first ids of two calls. */
const IDS_PER_CALL = 4096
/** 40 bits, so that every id is a safe integer. */
const KEY_DIGITS = 10

/**
 * Returns the temporary id of a task that the server hasn't created yet: a negative number that depends only on the
 * call's key, so that every page and every reload gives the task the same id.
 * @param place the task's index among the tasks that the call creates
 */
export function temporaryId(key: string, place = 0): number {
  return -(Number.parseInt(key.slice(0, KEY_DIGITS), 16) * IDS_PER_CALL + place + 1)
}

/** Returns whether a value contains one of these ids at any depth, as a number or a string. */
export function mentions(value: unknown, ids: Pick<ReadonlySet<number>, 'has'>): boolean {
  if (typeof value === 'number') return ids.has(value)
  if (typeof value === 'string') return value.startsWith('-') && ids.has(Number(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((one) => mentions(one, ids))
}

/** Returns a value without links to tasks with these ids, at any depth. Links are lists of ids. */
export function withoutLinks(value: unknown, ids: ReadonlySet<number>): unknown {
  return mapped(value, (one) =>
    Array.isArray(one) ? one.filter((id) => typeof id !== 'string' || !ids.has(Number(id))) : one,
  )
}

/** A list entry about one task: the task or its position, or a change with its task. */
type Entry = { id?: number; task?: { id: number } } | null

/**
 * Returns a value whose lists have only the entries about the wanted tasks, at any depth. A list without such entries
 * stays.
 */
export function withEntries(value: unknown, isWanted: (id: number | undefined) => boolean): unknown {
  return mapped(value, (one) => {
    if (!Array.isArray(one)) return one
    const wanted = (one as Entry[]).filter((entry) => isWanted(entry?.task?.id ?? entry?.id))
    return wanted.length > 0 ? wanted : one
  })
}

/** Returns a value with temporary ids replaced by real ones, at any depth, or the same value if it has none. */
export function replaceIds<T>(value: T, realIds: ReadonlyMap<number, number>): T {
  if (!mentions(value, realIds)) return value
  return mapped(value, (one) => {
    if (typeof one === 'number') return realIds.get(one) ?? one
    return typeof one === 'string' && one.startsWith('-') ? String(realIds.get(Number(one)) ?? one) : one
  })
}

/** Returns plain data with each value in it mapped. */
function mapped<T>(value: T, map: (one: unknown) => unknown): T {
  return JSON.parse(JSON.stringify(value, (_name, one) => map(one))) as T
}

type StorageArea = Pick<Storage, 'getItem' | 'setItem'> & Partial<Pick<Storage, 'removeItem'>>

type Options<T> = {
  /** Turns the stored text, or `null` if nothing is stored, into a value. An error makes `read` return `fallback`. */
  parse: (text: string | null) => T
  fallback: T
  /** Turns a value into the text to store, or returns `null` to remove the stored text. JSON by default. */
  format?: (value: T) => string | null
  /** Whether to keep a change in memory if storage rejects it. */
  keepsRejected?: boolean
  /** `localStorage` by default. Access throws in some private windows. */
  storage?: () => StorageArea
}

export type StoredValue<T> = {
  read: () => T
  /** Stores the value. Returns whether the browser stored it. */
  write: (value: T) => boolean
  remove: () => boolean
}

/** Returns functions that access one value in the browser's storage, and never throw if storage is full or blocked. */
export function createStoredValue<T>(
  key: string,
  {
    parse,
    fallback,
    format = JSON.stringify,
    keepsRejected = false,
    storage = () => localStorage,
  }: Options<T>,
): StoredValue<T> {
  let rejected: { text: string | null } | null = null
  const put = (text: string | null) => {
    if (keepsRejected) rejected = { text }
    return attempt(() => {
      if (text === null) storage().removeItem?.(key)
      else storage().setItem(key, text)
      rejected = null
      return true
    }, false)
  }
  return {
    read: () => attempt(() => parse(rejected ? rejected.text : storage().getItem(key)), fallback),
    write: (value) => put(format(value)),
    remove: () => put(null),
  }
}

/** Returns the keys in a storage that begin with `prefix`; none when storage is blocked. */
export function storedKeys(prefix: string, storage: () => Storage): string[] {
  return attempt(() => {
    const area = storage()
    const keys = Array.from({ length: area.length }, (_, i) => area.key(i) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  }, [])
}

/** Returns the JSON value of a stored text; `null` when there is none. Throws when it isn't JSON. */
export function parseJson(text: string | null): unknown {
  return JSON.parse(text ?? 'null')
}

function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run()
  } catch {
    return otherwise
  }
}

/** A lock with one holder at a time, granted in call order. */
export class Mutex {
  #isHeld = false
  readonly #waiting: (() => void)[] = []

  /** The number of waiting calls, excluding the holder. */
  get waiting(): number {
    return this.#waiting.length
  }

  async acquire(): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#isHeld = true
  }

  /** Passes the lock to the next call. Only the holder may call this. */
  release(): void {
    const next = this.#waiting.shift()
    this.#isHeld = next !== undefined
    next?.()
  }

  /** Runs functions one at a time, in call order. */
  async runExclusive<T>(run: () => Promise<T>): Promise<T> {
    await this.acquire()
    try {
      return await run()
    } finally {
      this.release()
    }
  }
}

/** A mutex for each key, such as a user id. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>()

  /** Returns the number of functions waiting under a key, excluding the running one. */
  waiting(key: string): number {
    return this.#mutexes.get(key)?.waiting ?? 0
  }

  /** The number of functions waiting under all keys. */
  get waitingInTotal(): number {
    return this.#mutexes.values().reduce((total, mutex) => total + mutex.waiting, 0)
  }

  /** Runs functions with the same key one at a time, in call order. */
  runExclusive<T>(key: string, run: () => Promise<T>): Promise<T> {
    const mutex = this.#mutexes.getOrInsertComputed(key, () => new Mutex())
    return mutex.runExclusive(async () => {
      try {
        return await run()
      } finally {
        if (mutex.waiting === 0) this.#mutexes.delete(key)
      }
    })
  }
}

const processMutex = new KeyedMutex()

/** Runs functions with the same key one at a time in this process, in call order. */
export function runExclusive<T>(key: string, run: () => Promise<T>): Promise<T> {
  return processMutex.runExclusive(key, run)
}

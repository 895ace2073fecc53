import { setImmediate } from 'node:timers'

import { CompiledQuery } from 'kysely'

import { groupCommitSize } from './meters.ts'
import type { Database } from './schema.ts'

/** The maximum number of changes in one commit. The server receives requests only between commits. */
export const GROUP_MAX = 100

type Run<T> = (db: Database) => Promise<T>

type Waiting = {
  run: Run<unknown>
  isLong: boolean
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Runs the changes waiting at the same time in one SQLite transaction, because each commit waits for the disk. Each
 * change has its own savepoint, so one that fails is rolled back alone. One user's changes run in order of arrival.
 * Users take turns.
 */
class GroupCommit {
  readonly #db: Database
  /** Keyed by user. The first user in the map is next. */
  readonly #queues = new Map<string, Waiting[]>()
  #waiting = 0
  #isRunning = false

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns how many of a user's changes are waiting. */
  waiting(userId: string): number {
    return this.#queues.get(userId)?.length ?? 0
  }

  /**
   * The number of users with waiting changes. Users take turns, so another user's change waits for this many changes.
   */
  get waitingUsers(): number {
    return this.#queues.size
  }

  get waitingInTotal(): number {
    return this.#waiting
  }

  /** @throws what `run` throws, or the error of the commit */
  run<T>(userId: string, run: Run<T>, isLong: boolean): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const waiting = { run, isLong, resolve: resolve as Waiting['resolve'], reject }
    this.#queues.getOrInsertComputed(userId, () => []).push(waiting)
    this.#waiting++
    if (!this.#isRunning) this.#startSoon()
    return promise
  }

  /** Starts after the requests that have already arrived are read, so that they are in the same group. */
  #startSoon(): void {
    this.#isRunning = true
    setImmediate(() => void this.#runGroup())
  }

  async #runGroup(): Promise<void> {
    const group: Waiting[] = []
    const answers: (() => void)[] = []
    try {
      await this.#db.transaction().execute(async (trx) => {
        const size = this.#isLongNext() ? 1 : Math.min(this.#waiting, GROUP_MAX)
        do {
          const next = this.#takeNext()
          group.push(next)
          answers.push(size === 1 ? await runAlone(trx, next) : await runInSavepoint(trx, next))
        } while (group.length < size && !this.#isLongNext())
      })
      groupCommitSize.observe(group.length)
      for (const answer of answers) answer()
    } catch (error) {
      // Nothing was committed. If this transaction could not begin, a transaction for the other waiting changes could
      // not either.
      if (group.length === 0) while (this.#waiting > 0) group.push(this.#takeNext())
      for (const { reject } of group) reject(error)
    }
    if (this.#waiting > 0) this.#startSoon()
    else this.#isRunning = false
  }

  /** A long change would delay the responses to the others in its group, so it gets its own commit. */
  #isLongNext(): boolean {
    const [queue] = this.#queues.values()
    return queue?.[0]?.isLong ?? false
  }

  #takeNext(): Waiting {
    const [first] = this.#queues
    const next = first?.[1].shift()
    if (!first || !next) throw new Error('No change is waiting.')
    const [userId, queue] = first
    this.#queues.delete(userId)
    if (queue.length > 0) this.#queues.set(userId, queue)
    this.#waiting--
    return next
  }
}

/** Runs a change in its own transaction. If the change fails, its transaction is rolled back. */
async function runAlone(trx: Database, { run, resolve }: Waiting): Promise<() => void> {
  const result = await run(trx)
  return () => resolve(result)
}

const SAVEPOINT = CompiledQuery.raw('savepoint change_of_group')
const RELEASE = CompiledQuery.raw('release change_of_group')
const ROLLBACK = CompiledQuery.raw('rollback to change_of_group')

/**
 * Runs a change in a shared transaction.
 * @returns a function to call after the commit, which settles the change's promise
 * @throws the change's error if SQLite has rolled back the whole transaction, as on a full disk
 */
async function runInSavepoint(trx: Database, { run, resolve, reject }: Waiting): Promise<() => void> {
  await trx.executeQuery(SAVEPOINT)
  try {
    // Text and change-log entries are counted per database object, so each change needs its own.
    const result = await run(trx.$extendTables())
    await trx.executeQuery(RELEASE)
    return () => resolve(result)
  } catch (error) {
    try {
      await trx.executeQuery(ROLLBACK)
      await trx.executeQuery(RELEASE)
    } catch {
      throw error
    }
    return () => reject(error)
  }
}

const groups = new WeakMap<Database, GroupCommit>()

export function groupCommitOf(db: Database): GroupCommit {
  return groups.getOrInsertComputed(db, () => new GroupCommit(db))
}

import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { databaseFailure } from './failure.ts'
import { Mutex } from '../queues/keyed-mutex.ts'

/** The reserve is enough for SQLite's 4 MB WAL and for a checkpoint of its pages into the database file. */
const RESERVE_BYTES = 8 * 2 ** 20
const CHUNK_BYTES = 2 ** 20
const REFILL_MS = 5000
const RESERVE_FILE = 'reserve'

/** The free space that a start can need in addition to the database. */
const START_BYTES = 2 ** 20

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request may use the disk reserve. Every `DELETE` may. */
    usesReserve?: (request: FastifyRequest) => boolean
  }
}

/** Reserved disk space, so that users can sign in, sign out and delete on a full disk. */
export type Reserve = {
  /** Runs a write. If the disk is full, frees the reserve, retries once, and reserves the remaining space. */
  use<T>(run: () => Promise<T>): Promise<T>
  /** Stops reserving space. The reserve file stays for the next start. */
  close(): Promise<void>
}

/** Reserves 8 MB in the data folder, or as much as fits now, and the rest when there is space. Never fails. */
export function keepReserve(dataDir: string): Reserve {
  const file = join(dataDir, RESERVE_FILE)
  const mutex = new Mutex()
  let isWhole = false
  const fill = async () => {
    isWhole = await fillFile(file).catch(() => false)
  }
  void mutex.runExclusive(fill)
  const timer = setInterval(() => {
    if (!isWhole) void mutex.runExclusive(fill)
  }, REFILL_MS).unref()
  return {
    use: async (run) => {
      try {
        return await run()
      } catch (error) {
        if (!isDiskFull(error)) throw error
      }
      return mutex.runExclusive(async () => {
        isWhole = false
        release(dataDir)
        try {
          return await run()
        } finally {
          await fill()
        }
      })
    },
    close: () => {
      clearInterval(timer)
      return mutex.runExclusive(async () => undefined)
    },
  }
}

export function usingReserve<T>({ reserve }: { reserve?: Reserve }, run: () => Promise<T>): Promise<T> {
  return reserve ? reserve.use(run) : run()
}

/** Frees the space that an earlier start reserved, if this start may need it. */
export function makeRoomToStart(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < START_BYTES) release(dataDir)
}

/** Lets deletions and routes with `usesReserve` use the reserve. Call this before adding routes. */
export function installReserve(app: FastifyInstance, reserve: Reserve | undefined): void {
  if (!reserve) return
  app.addHook('onRoute', (route) => {
    const uses = route.method === 'DELETE' ? () => true : route.config?.usesReserve
    if (!uses) return
    const { handler } = route
    route.handler = function handle(request, reply) {
      const run = async () => handler.call(this, request, reply)
      return uses(request) ? reserve.use(run) : run()
    }
  })
}

function release(dataDir: string): void {
  rmSync(join(dataDir, RESERVE_FILE), { force: true })
}

/** Random bytes, because a file system can store zeros without using space. */
const CHUNK = randomFillSync(Buffer.alloc(CHUNK_BYTES))

/**
 * Extends the file to its full size, or as far as the disk allows.
 * @returns whether the file has its full size
 */
async function fillFile(file: string): Promise<boolean> {
  await using handle = await open(file, 'a', 0o600)
  let { size } = await handle.stat()
  while (size < RESERVE_BYTES) size += await append(handle, Math.min(CHUNK_BYTES, RESERVE_BYTES - size))
  await handle.sync()
  return true
}

async function append(handle: FileHandle, length: number): Promise<number> {
  return (await handle.write(CHUNK, 0, length)).bytesWritten
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || databaseFailure(error) === 'disk_full'
}

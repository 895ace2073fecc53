import type { ServerResponse } from 'node:http'

import type { Database } from '../db/schema.ts'
import { runExclusive } from '../queues/keyed-mutex.ts'
import { heartbeatMessage, changeMessage, firstMessage, snapshotMessage } from './messages.ts'
import { lastChange, listChanges } from './store.ts'
import { openStreamUsers } from './stream-users.ts'

/** The number of unread bytes at which a stream is closed. The browser reconnects and catches up. */
const WAITING_BYTES_MAX = 2 ** 18

export type Stream = { userId: string; sid: string; response: ServerResponse }

/** The open streams of this server. They send the entries of the change log, so nothing is lost or sent twice. */
export type Streams = {
  /**
   * Sends a stream the changes it has missed, and then each change as it is committed.
   * @param since the number of the last change that the client has; null for new changes only
   * @param begin is called with the number of the last change before anything is sent
   */
  open(stream: Stream, since: number | null, begin: (number: number) => void): Promise<void>
  /** Sends the user's streams the committed changes. */
  wake(userId: string): void
  /** Sends all streams the committed changes, because notifications from other servers may have been lost. */
  wakeAll(): void
  /** Stops the notifications for users whose streams have all closed. */
  removeUsers(): Promise<void>
  /** Sends a heartbeat to keep connections alive. */
  beat(): void
  size(): number
  /** Returns the sessions that have a stream on this server. */
  sessions(): string[]
  /**
   * Ends the streams of these sessions. Without sessions, ends every stream, and every later one as soon as it opens.
   */
  end(sids?: ReadonlySet<string>): void
}

/**
 * The streams of one user. `told` is the number of the last change sent to them, or null until the first stream has
 * read the log. `opening` counts the streams that are still reading.
 */
type Group = {
  userId: string
  streams: Set<Stream>
  opening: number
  told: number | null
  isWaiting: boolean
}

/**
 * Returns the streams of this server.
 * @param onFault receives the errors that ended streams; their browsers reconnect
 */
export function openStreams(db: Database, onFault: (error: unknown) => void): Streams {
  const groups = openGroups()
  const users = openStreamUsers(db)
  let isClosed = false

  const wakeGroup = (group: Group) => {
    if (group.isWaiting) return
    group.isWaiting = true
    const reading = runExclusive(`events ${group.userId}`, async () => {
      group.isWaiting = false
      if (group.streams.size === 0) return
      await users.add(group.userId)
      await readUp(db, group)
    })
    reading.catch((error: unknown) => {
      onFault(error)
      for (const stream of group.streams) stream.response.destroy()
    })
  }

  return {
    open: (stream, since, begin) =>
      // Subscribes before the first read: a commit between the two wakes the group.
      groups.subscribe(stream.userId, (group) =>
        runExclusive(`events ${stream.userId}`, async () => {
          await users.add(stream.userId)
          const told = await readUp(db, group)
          const missed = since === null ? [] : await listChanges(db, stream.userId, since)
          begin(told)
          if (stream.response.destroyed) return
          const messages = missed
            ? [firstMessage(told), ...missed.filter(({ number }) => number <= told).map(changeMessage)]
            : [snapshotMessage(told)]
          groups.join(group, stream)
          write(stream, messages.join(''))
          if (isClosed) stream.response.end()
        }),
      ),
    wake: (userId) => {
      const group = groups.byUser.get(userId)
      if (group) wakeGroup(group)
    },
    wakeAll: () => {
      users.forget()
      for (const group of groups.byUser.values()) wakeGroup(group)
    },
    removeUsers: () => users.removeUnless((userId) => groups.byUser.has(userId)),
    beat: () => {
      for (const stream of groups.streams()) write(stream, heartbeatMessage)
    },
    size: groups.size,
    sessions: () => [...new Set(Array.from(groups.streams(), ({ sid }) => sid))],
    end: (sids) => {
      if (!sids) isClosed = true
      for (const { sid, response } of groups.streams()) if (!sids || sids.has(sid)) response.end()
    },
  }
}

/** Returns the groups of all users. A group exists while one of its streams is open or opening. */
function openGroups() {
  const byUser = new Map<string, Group>()
  let size = 0
  const forgetUnused = (group: Group) => {
    if (group.streams.size === 0 && group.opening === 0) byUser.delete(group.userId)
  }
  return {
    byUser: byUser as ReadonlyMap<string, Group>,
    *streams() {
      for (const { streams } of byUser.values()) yield* streams
    },
    size: () => size,
    /** Keeps the user's group while `open` runs, so that changes can wake it. */
    subscribe: async (userId: string, open: (group: Group) => Promise<void>) => {
      const group = byUser.getOrInsertComputed(userId, newGroup)
      group.opening++
      try {
        await open(group)
      } finally {
        group.opening--
        forgetUnused(group)
      }
    },
    /** Adds a stream until its connection closes. */
    join: (group: Group, stream: Stream) => {
      group.streams.add(stream)
      size++
      stream.response.once('close', () => {
        group.streams.delete(stream)
        size--
        forgetUnused(group)
      })
    },
  }
}

function newGroup(userId: string): Group {
  return { userId, streams: new Set(), opening: 0, told: null, isWaiting: false }
}

/**
 * Sends the group's streams the changes committed since the last one sent. Returns the number of the last change sent.
 */
async function readUp(db: Database, group: Group): Promise<number> {
  if (group.told === null) group.told = await lastChange(db, group.userId)
  else group.told = await tellGroup(db, group, group.told)
  return group.told
}

async function tellGroup(db: Database, { userId, streams }: Group, told: number): Promise<number> {
  const changes = await listChanges(db, userId, told)
  const last = changes ? changes.at(-1)?.number : await lastChange(db, userId)
  if (last === undefined) return told
  const text = changes ? changes.map(changeMessage).join('') : snapshotMessage(last)
  for (const stream of streams) write(stream, text)
  return last
}

function write({ response }: Stream, text: string): void {
  if (response.writableLength + text.length > WAITING_BYTES_MAX) response.destroy()
  else if (!response.writableEnded) response.write(text)
}

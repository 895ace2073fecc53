import type { ServerResponse } from 'node:http'

import type { Database } from '../db/schema.ts'
import { inTurn } from '../in-turn.ts'
import { heartbeatMessage, changeMessage, firstMessage, snapshotMessage } from './messages.ts'
import { lastChange, listChanges } from './store.ts'

/** A stream whose reader leaves so many bytes lie is cut: the browser asks again, from where it was. */
const WAITING_BYTES_MAX = 2 ** 18

/** An open stream of one browser. */
export type Stream = { userId: string; sid: string; response: ServerResponse }

/** The open streams of this server. What they tell is read from the change log, so that nothing is told twice or lost. */
export type Streams = {
  /**
   * Tells a stream what it has missed, and from then on each change as it is committed.
   * @param since the number of the last change that it knows; null when it wants only what comes
   * @param begin is called with the number of the last change before anything is told
   */
  open(stream: Stream, since: number | null, begin: (number: number) => void): Promise<void>
  /** Has the user's streams told what has been committed. */
  wake(userId: string): void
  /** Has all streams told, after notices of other servers may have been lost. */
  wakeAll(): void
  /** Shows the network, and whoever reads, that the streams are alive. */
  beat(): void
  /** How many are open. */
  size(): number
  /** The sessions that have a stream here. */
  sessions(): string[]
  /** Ends the streams of these sessions; of all, when it is not said which. */
  end(sids?: ReadonlySet<string>): void
}

/** The streams of one user: all of them know the changes up to the same number. */
type Group = { userId: string; streams: Set<Stream>; told: number; isWaiting: boolean }

/** @param onFault hears why streams were ended that could not be told; their browsers ask again */
export function openStreams(db: Database, onFault: (error: unknown) => void): Streams {
  const groups = new Map<string, Group>()

  let size = 0

  const join = (group: Group, stream: Stream) => {
    groups.set(group.userId, group)
    group.streams.add(stream)
    size++
    stream.response.once('close', () => leave(group, stream))
  }
  const leave = (group: Group, stream: Stream) => {
    group.streams.delete(stream)
    size--
    if (group.streams.size === 0 && groups.get(group.userId) === group) groups.delete(group.userId)
  }

  const wakeGroup = (group: Group) => {
    if (group.isWaiting) return
    group.isWaiting = true
    const turn = inTurn(`events ${group.userId}`, async () => {
      group.isWaiting = false
      await tellGroup(db, group)
    })
    turn.catch((error: unknown) => {
      onFault(error)
      for (const stream of group.streams) stream.response.destroy()
    })
  }

  return {
    open: (stream, since, begin) =>
      inTurn(`events ${stream.userId}`, async () => {
        const group = groups.get(stream.userId)
        if (group) await tellGroup(db, group)
        const told = group?.told ?? (await lastChange(db, stream.userId))
        const joined = group ?? { userId: stream.userId, streams: new Set(), told, isWaiting: false }
        const missed = since === null ? [] : await listChanges(db, stream.userId, since)
        begin(told)
        if (stream.response.destroyed) return
        const messages = missed
          ? [firstMessage(told), ...missed.filter(({ number }) => number <= told).map(changeMessage)]
          : [snapshotMessage(told)]
        join(joined, stream)
        write(stream, messages.join(''))
      }),
    wake: (userId) => {
      const group = groups.get(userId)
      if (group) wakeGroup(group)
    },
    wakeAll: () => {
      for (const group of groups.values()) wakeGroup(group)
    },
    beat: () => {
      for (const stream of all(groups)) write(stream, heartbeatMessage)
    },
    size: () => size,
    sessions: () => [...new Set(Array.from(all(groups), ({ sid }) => sid))],
    end: (sids) => {
      for (const { sid, response } of all(groups)) if (!sids || sids.has(sid)) response.end()
    },
  }
}

async function tellGroup(db: Database, group: Group): Promise<void> {
  const changes = await listChanges(db, group.userId, group.told)
  const last = changes ? changes.at(-1)?.number : await lastChange(db, group.userId)
  if (last === undefined) return
  group.told = last
  const text = changes ? changes.map(changeMessage).join('') : snapshotMessage(last)
  for (const stream of group.streams) write(stream, text)
}

function* all(groups: ReadonlyMap<string, Group>): Generator<Stream> {
  for (const { streams } of groups.values()) yield* streams
}

function write({ response }: Stream, text: string): void {
  if (response.writableLength + text.length > WAITING_BYTES_MAX) response.destroy()
  else if (!response.writableEnded) response.write(text)
}

import { Readable, finished } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import type { FastifyReply } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

import { runExclusive } from '../queues/keyed-mutex.ts'
import { type Encoding, encodingOf, pack, packed } from './packing.ts'

/** The maximum number of ids in one query. */
export const LIST_ROWS_AT_ONCE = 100

/** The maximum number of ids in one query if the database writes the JSON. */
export const TEXT_ROWS_AT_ONCE = 1000

/** The maximum bytes of text in one query, unless a single row has more. */
export const PAGE_BYTES_MAX = 2 ** 18

/** A shorter list fits in one packet uncompressed. */
const PACKED_LENGTH_MIN = 1400

/** The maximum number of long lists sent to one user concurrently. Source: decisions 13. */
const LISTS_AT_ONCE = 4
const RETRY_AFTER_S = 3

/** The content type that Fastify gives to objects. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * A list that might not fit in memory. The list's ids are read first, in order, so that each entry appears once despite
 * concurrent changes. Entries deleted before they are read are left out.
 */
export type LongList = {
  ids: readonly number[]
  /** Returns the bytes of text in up to `LIST_ROWS_AT_ONCE` rows. */
  readSizes(ids: readonly number[]): Promise<readonly { id: number; bytes: number }[]>
  /** Reads up to `LIST_ROWS_AT_ONCE` entries in their response form. */
  readEntries(ids: readonly number[]): Promise<ReadonlyMap<number, unknown>>
  /** Reads up to `TEXT_ROWS_AT_ONCE` entries, as many as fit in one page. Set only if the database writes the JSON. */
  readText?(ids: readonly number[]): Promise<TextPage>
  /** The first page, if it was read with the ids. */
  first?: TextPage
  /** Entries to send before and after the entries with ids. */
  head?: readonly unknown[]
  tail?: readonly unknown[]
}

/** Entries as JSON, each on its own line, and the number of ids that they cover. The text is empty if all were deleted. */
export type TextPage = { text: string; count: number }

/** Reads a list page by page and lets other requests run in between. */
export async function* pagesOf(list: LongList): AsyncGenerator<readonly unknown[]> {
  let { head = [] } = list
  let isFirst = true
  for (let start = 0; start < list.ids.length; start += LIST_ROWS_AT_ONCE) {
    const ids = list.ids.slice(start, start + LIST_ROWS_AT_ONCE)
    const sizes = new Map((await list.readSizes(ids)).map(({ id, bytes }) => [id, bytes]))
    for (const group of groupBySize(ids, sizes)) {
      if (!isFirst) await setImmediate()
      isFirst = false
      const entries = await list.readEntries(group)
      yield [...head, ...group.flatMap((id) => (entries.has(id) ? [entries.get(id)] : []))]
      head = []
    }
  }
  const rest = [...head, ...(list.tail ?? [])]
  if (rest.length > 0) yield rest
}

/** Yields a list as JSON, page by page. Each entry has its own line, so that browsers can parse it in pieces. */
export function jsonOf(list: LongList): AsyncGenerator<string> {
  return joined(textsOf(list))
}

async function* joined(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isEmpty = true
  for await (const text of texts) {
    yield (isEmpty ? '[' : ',\n') + text
    isEmpty = false
  }
  yield isEmpty ? '[]' : ']'
}

/** Yields the lines of each page, without empty pages. */
async function* textsOf(list: LongList): AsyncGenerator<string> {
  if (!list.readText) {
    for await (const page of pagesOf(list)) if (page.length > 0) yield linesOf(page)
    return
  }
  const { ids, head = [], tail = [] } = list
  if (head.length > 0) yield linesOf(head)
  for (let start = 0; start < ids.length;) {
    const page = list.first ?? (await list.readText(ids.slice(start, start + TEXT_ROWS_AT_ONCE)))
    delete list.first
    if (page.text !== '') yield page.text
    start += page.count
  }
  if (tail.length > 0) yield linesOf(tail)
}

/** The long-list responses in progress, counted by user. */
export type LongLists = {
  /** @throws TenfoldError `too_many` when the user has reached the limit */
  requireRoom(userId: string): void
  /** Counts a response until it ends. */
  enter(reply: FastifyReply, userId: string): void
  /**
   * Sends a list, compressed: immediately if it fits in one page, otherwise as fast as the client reads it.
   * @param open opens the list; it can still set headers. If `isAtLimit`, a long list will be rejected after its ids are
   * read, so it should not read its first page with them.
   * @param options.hasRoom whether the caller called `requireRoom` before it changed anything
   * @param options.hasForeignText whether other users wrote parts of it; such a list is not compressed, because its length
   * could reveal what they wrote
   * @throws TenfoldError `too_many`
   */
  send(
    reply: FastifyReply,
    userId: string,
    open: (isAtLimit: boolean) => LongList | Promise<LongList>,
    options?: { hasRoom?: boolean; hasForeignText?: boolean },
  ): Promise<FastifyReply>
  /** @throws TenfoldError `too_many` */
  sendPacked(reply: FastifyReply, userId: string, bytes: Buffer, encoding: Encoding): FastifyReply
}

export function countLongLists(): LongLists {
  const open = new Map<string, number>()
  const isAtLimit = (userId: string) => (open.get(userId) ?? 0) >= LISTS_AT_ONCE
  const requireRoom = (userId: string) => {
    if (isAtLimit(userId)) throw tooManyLists()
  }
  const enter = (reply: FastifyReply, userId: string) => {
    open.set(userId, (open.get(userId) ?? 0) + 1)
    finished(reply.raw, () => {
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
    })
  }
  return {
    requireRoom,
    enter,
    send: async (reply, userId, open, { hasRoom = false, hasForeignText = false } = {}) => {
      reply.type(JSON_TYPE).header('vary', 'accept-encoding')
      // A HEAD response would read the whole list and discard it.
      if (reply.request.method === 'HEAD') return reply.send()
      const encoding = hasForeignText ? null : encodingOf(reply.request.headers['accept-encoding'])
      // Opens one list at a time, so that parallel requests do not all hold their first page in memory.
      const body = await runExclusive(`list ${userId}`, async () => {
        const list = await open(isAtLimit(userId))
        if (!hasRoom && list.ids.length > LIST_ROWS_AT_ONCE) requireRoom(userId)
        const texts = textsOf(list)
        const first = await texts.next()
        const second = await texts.next()
        const whole = second.done ? `[${first.value ?? ''}]` : null
        if (whole !== null && whole.length <= PAGE_BYTES_MAX) return whole
        if (!hasRoom) requireRoom(userId)
        enter(reply, userId)
        return whole !== null && !encoding ? whole : Readable.from(joined(resumed([first, second], texts)))
      })
      if (!encoding || (typeof body === 'string' && body.length < PACKED_LENGTH_MIN)) return reply.send(body)
      reply.header('content-encoding', encoding)
      return reply.send(typeof body === 'string' ? await pack(encoding, body) : packed(body, encoding))
    },
    sendPacked: (reply, userId, bytes, encoding) => {
      if (bytes.length > PAGE_BYTES_MAX) {
        requireRoom(userId)
        enter(reply, userId)
      }
      return reply.type(JSON_TYPE).header('content-encoding', encoding).send(bytes)
    },
  }
}

async function* resumed<T>(begun: IteratorResult<T, void>[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  for (const { value, done } of begun) if (!done) yield value
  yield* rest
}

function linesOf(page: readonly unknown[]): string {
  return page.map((entry) => JSON.stringify(entry)).join(',\n')
}

function groupBySize(ids: readonly number[], sizes: ReadonlyMap<number, number>): number[][] {
  const groups: number[][] = []
  let group: number[] = []
  let bytes = 0
  for (const id of ids) {
    const size = sizes.get(id)
    if (size === undefined) continue
    if (group.length > 0 && bytes + size > PAGE_BYTES_MAX) {
      groups.push(group)
      group = []
      bytes = 0
    }
    group.push(id)
    bytes += size
  }
  if (group.length > 0) groups.push(group)
  return groups
}

function tooManyLists(): TenfoldError {
  const message = `${LISTS_AT_ONCE} of your lists are still loading. Try again in a moment.`
  return new TenfoldError('too_many', message, { retryAfter: RETRY_AFTER_S })
}

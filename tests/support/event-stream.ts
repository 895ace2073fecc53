import { type EventSourceMessage, createParser } from 'eventsource-parser'
import type { FastifyInstance } from 'fastify'

import type { Change } from '#domain/tasks/change.ts'

import type { Client } from './build-app.ts'

/** A message in the stream: its number, event and data. */
export type EventMessage = { number: number; event: string; change: Change }

/** A client of an event stream. */
export type EventReader = {
  response: Response
  /** Waits for the next message. */
  next(): Promise<EventMessage>
  /** Waits for a number of messages. */
  take(count: number): Promise<EventMessage[]>
  /** The messages that were received but not yet read. */
  waiting: EventMessage[]
  comments: string[]
  /** The change number that the stream starts after: the first `id` that the server sends. */
  began: Promise<number>
  /** Resolves when the server ends the stream or the connection is cut. */
  ended: Promise<void>
  close(): void
}

/** Opens a stream over a real connection to an address. */
export async function readEvents(
  url: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(url, { headers: { cookie, ...headers }, signal: abort.signal })
  const waiting: EventMessage[] = []
  const takers: ((message: EventMessage) => void)[] = []
  const comments: string[] = []
  const began = Promise.withResolvers<number>()
  const parser = createParser({
    onComment: (comment) => comments.push(comment),
    onEvent: (message) => {
      const taken = toMessage(message)
      const taker = takers.shift()
      if (taker) taker(taken)
      else waiting.push(taken)
    },
  })
  const read = async () => {
    const decoder = new TextDecoder()
    let head = ''
    try {
      for await (const chunk of response.body ?? []) {
        const text = decoder.decode(chunk, { stream: true })
        head += text
        const number = /^id: (\d+)$/m.exec(head)?.[1]
        if (number !== undefined) began.resolve(Number(number))
        parser.feed(text)
      }
    } catch {
      // A broken connection also ends the stream.
    }
  }
  const next = () => {
    const message = waiting.shift()
    return message ? Promise.resolve(message) : new Promise<EventMessage>((taker) => takers.push(taker))
  }
  return {
    response,
    next,
    take: async (count) => {
      const taken: EventMessage[] = []
      while (taken.length < count) taken.push(await next())
      return taken
    },
    waiting,
    comments,
    began: began.promise,
    ended: read(),
    close: () => abort.abort(),
  }
}

/** Opens a stream for an app's client, and waits until the stream is ready for new changes. */
export async function openEvents(
  app: FastifyInstance,
  client: Client,
  headers?: Record<string, string>,
  path = '/api/events',
): Promise<EventReader> {
  const reader = await readEvents(`${await listening(app)}${path}`, client.cookie(), headers)
  if (reader.response.ok) await reader.began
  return reader
}

/** Returns the app's address. Starts the app's listener if necessary. */
export async function listening(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The app does not listen.')
  return `http://127.0.0.1:${address.port}`
}

function toMessage({ id, event, data }: EventSourceMessage): EventMessage {
  return { number: Number(id), event: event ?? 'message', change: JSON.parse(data) as Change }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

/** How long a new connection has to send its request, in milliseconds. */
const FIRST_REQUEST_MS = 1000
const POLL_MS = 20

/**
 * Makes `app.close()` complete the requests of every accepted connection. By default, Node closes connections that
 * have not sent anything yet and waits for connections that become idle later. Call this before the app listens.
 */
export function drainOnClose(app: FastifyInstance): void {
  const { server } = app
  /** The unanswered requests of each connection, or null before its first request. */
  const unanswered = new Map<Socket, number | null>()
  let accepted = 0
  let isClosing = false

  server.on('connection', (socket: Socket) => {
    accepted++
    unanswered.set(socket, null)
    socket.once('close', () => unanswered.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      if (unanswered.has(socket)) unanswered.set(socket, left)
      if (isClosing && left === 0) socket.destroySoon()
    })
  })

  app.addHook('preClose', async () => {
    isClosing = true
    const deadline = performance.now() + FIRST_REQUEST_MS
    await acceptWaiting(() => accepted, deadline)
    // The HTTP server's own method would close connections that have not sent anything yet.
    Server.prototype.close.call(server)
    for (const [socket, count] of unanswered) if (count === 0) socket.destroySoon()
    while ([...unanswered.values()].includes(null) && performance.now() < deadline) await delay(POLL_MS)
    for (const [socket, count] of unanswered) if (count === null && socket.bytesRead === 0) socket.destroy()
  })
}

/**
 * Accepts the connections in the system's queue and reads requests that have arrived. A turn of the event loop may
 * accept only one connection.
 */
async function acceptWaiting(accepted: () => number, deadline: number): Promise<void> {
  let before: number
  do {
    before = accepted()
    await setImmediate()
    await setImmediate()
  } while (accepted() > before && performance.now() < deadline)
}

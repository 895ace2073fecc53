import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/** The maximum number of unread bytes to discard. */
const DRAIN_BYTES_MAX = 32 * 2 ** 20

/** How long a client has to send the rest, in milliseconds. */
export const DRAIN_MS = 2000

/**
 * Reads and discards the rest of a body after the response. Closing a connection with unread bytes resets it, and then the
 * client can lose the response.
 * @param drainMs how long the client has to finish, in milliseconds, before its connection is closed
 */
export function installDraining(app: FastifyInstance, drainMs: number): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete) return
    // With this header Node would close the connection right after the response.
    reply.removeHeader('connection')
    let dropped = 0
    raw.unpipe()
    raw.on('data', (piece: Buffer) => {
      dropped += piece.length
      if (dropped > DRAIN_BYTES_MAX) raw.destroy()
    })
    raw.resume()
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.socket.destroyed) return
    setTimeout(() => !raw.complete && raw.destroy(), drainMs).unref()
  })
}

/** Sends the last response, then closes the connection when the client closes it or exceeds a limit. */
export function endDraining(socket: Socket, answer: string): void {
  draining.add(socket)
  let dropped = 0
  socket.on('data', (piece) => {
    dropped += piece.length
    if (dropped > DRAIN_BYTES_MAX) socket.destroy()
  })
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.end(answer)
}

/** Returns whether the connection's last response was sent and its remaining input is discarded. */
export function isDraining(socket: Socket): boolean {
  return draining.has(socket)
}

const draining = new WeakSet<Socket>()

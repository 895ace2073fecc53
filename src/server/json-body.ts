import { PassThrough, finished } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is the bytes of a file, which take their time and have a limit of their own. */
    isUpload?: boolean
  }
}

/**
 * Bodies are JSON; any other type is refused. Source: security 28.
 * @param patienceMs how long a body may take to arrive
 */
export function installBodies(app: FastifyInstance, patienceMs: number): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients name the type even of a DELETE without a body.
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
  limitSlowBodies(app, patienceMs)
  dropSlowRemains(app, patienceMs)
}

/** What comes with these is not read, whatever type it says it has. */
const BODILESS = new Set(['GET', 'HEAD'])

/** The http server itself has only one limit for all requests, and that one must leave time for large files. */
function limitSlowBodies(app: FastifyInstance, patienceMs: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    if (BODILESS.has(request.method) || request.routeOptions.config.isUpload) return payload
    if (!request.headers['content-type']?.startsWith('application/json')) return payload
    // Most are short, and have arrived with their headers.
    if (request.raw.complete) return payload
    const body = payload.pipe(new PassThrough())
    const timer = setTimeout(
      () => body.destroy(new TenfoldError('too_slow', 'The request took too long to arrive.')),
      patienceMs,
    )
    // Nobody listens any more to a body that was refused unread; its late error must not end the process.
    body.on('error', () => undefined)
    finished(reply.raw, () => {
      clearTimeout(timer)
      body.destroy()
    })
    return body
  })
}

/** A request that was answered before it had arrived whole may end in peace, but not go on for ever. */
function dropSlowRemains(app: FastifyInstance, patienceMs: number): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.socket.destroyed) return
    setTimeout(() => !raw.complete && raw.destroy(), patienceMs).unref()
  })
}

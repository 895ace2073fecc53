import { PassThrough, finished } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file. Uploads have their own size and time limits. */
    isUpload?: boolean
  }
}

/**
 * Accepts only JSON bodies. Source: security 28.
 * @param patienceMs the maximum time a body may take to arrive, in milliseconds
 */
export function installBodies(app: FastifyInstance, patienceMs: number): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients send a content type even for a DELETE without a body.
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
  limitSlowBodies(app, patienceMs)
}

/** Methods whose bodies are not read. */
const BODILESS = new Set(['GET', 'HEAD'])

/** Limits how long a JSON body may take. Node has one limit for all requests, which must leave time for large uploads. */
function limitSlowBodies(app: FastifyInstance, patienceMs: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    if (BODILESS.has(request.method) || request.routeOptions.config.isUpload) return payload
    if (!request.headers['content-type']?.toLowerCase().startsWith('application/json')) return payload
    // Most bodies are short and arrive with their headers.
    if (request.raw.complete) return payload
    const body = payload.pipe(new PassThrough())
    const timer = setTimeout(
      () => body.destroy(new TenfoldError('too_slow', 'The request took too long to arrive. Try again.')),
      patienceMs,
    )
    // If the body was rejected unread, a late error has no other listener and would end the process.
    body.on('error', () => undefined)
    finished(reply.raw, () => {
      clearTimeout(timer)
      body.destroy()
    })
    return body
  })
}

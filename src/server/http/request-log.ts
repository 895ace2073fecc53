import type { FastifyInstance } from 'fastify'

import type { LogLevel } from '../config.ts'

export type LogStream = { write(line: string): void }

/** Writes one JSON object per line, so that user input cannot forge a log line. */
export function loggerOptions(level: LogLevel, stream?: LogStream) {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    ...(stream && { stream }),
  }
}

/**
 * Logs one line per request. Uses the route pattern instead of the path, because paths and queries can contain user
 * input. Never logs headers or bodies.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.session?.user.id ?? null,
      },
      'request',
    )
  })
}

/** Returns the loggable parts of an error. Other properties that libraries add can contain a request body. */
function describeError(error: Error & { code?: unknown }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' }
}

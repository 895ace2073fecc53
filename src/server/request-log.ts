import type { FastifyInstance } from 'fastify'

import { findUser } from './auth/session.ts'
import type { LogLevel } from './config.ts'

export type LogStream = { write(line: string): void }

/** Log lines are JSON, one a line, so that no text a user typed can forge one. */
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
 * One line for each request: who asked for what and how it went. The route's pattern stands for the path, because paths
 * and queries can carry what users typed; headers and bodies are never logged.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: findUser(request)?.id ?? null,
      },
      'request',
    )
  })
}

/** What a log line says of an error: never the properties that libraries hang on it, which can hold a body. */
function describeError(error: Error & { code?: unknown }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' }
}

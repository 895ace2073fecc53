import { randomUUID } from 'node:crypto'

import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'

import { attachmentRoutes } from './attachments/routes.ts'
import { accountRoutes } from './auth/account-routes.ts'
import { type AddressLimits, installGuessing } from './auth/guessing.ts'
import { oidcRoutes } from './auth/oidc-routes.ts'
import { type Costs, PASSWORD_COSTS } from './auth/password.ts'
import { authRoutes } from './auth/routes.ts'
import { installSessions } from './auth/session.ts'
import { categoryRoutes } from './categories/routes.ts'
import { answerClientError } from './client-error.ts'
import type { AppContext } from './context.ts'
import { eventRoutes } from './events/routes.ts'
import { handleError, handleNotFound } from './error-handler.ts'
import { healthRoutes } from './health.ts'
import { installBodies } from './json-body.ts'
import { installKnownRoutes } from './known-routes.ts'
import { installDocument } from './openapi/document.ts'
import { openApiRoutes } from './openapi/routes.ts'
import { pageRoutes } from './pages.ts'
import { type LogStream, installRequestLog, loggerOptions } from './request-log.ts'
import { installSameOrigin } from './same-origin.ts'
import { installSecurityHeaders } from './security-headers.ts'
import { taskRoutes } from './tasks/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { trustedProxies } from './trusted-proxies.ts'
import { serializerCompiler, validatorCompiler } from './validation.ts'

/** Source: decisions 12. */
const BODY_BYTES_MAX = 2 ** 20

/** Names of categories and files stand in paths. As long as a head can be: what is too long is said by the rules. */
const PARAM_LENGTH_MAX = 2 ** 14

/** How long a client may take, in milliseconds. Source: quality/security.md 42. */
export type Patience = {
  /** For the head of a request. */
  headers: number
  /** For a body of JSON. */
  body: number
  /** For the next KiB of an upload, or its end. */
  stall: number
  /** For a whole request, uploads too. */
  request: number
  /** How often connections are looked at. */
  interval: number
}

const PATIENCE: Patience = { headers: 10_000, body: 10_000, stall: 15_000, request: 600_000, interval: 2000 }

export type AppOptions = {
  patience?: Patience
  perAddress?: AddressLimits
  /** What a new hash of a password costs. */
  passwordCosts?: Costs
  /** Where log lines go; standard output when absent. */
  logStream?: LogStream
}

/** The whole server, apart from listening. Each slice is registered by name; nothing is found by a scan. */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, pages } = context
  const { patience = PATIENCE, passwordCosts = PASSWORD_COSTS } = options
  const app = Fastify({
    logger: loggerOptions(config.logLevel, options.logStream),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    trustProxy: config.trustedProxies.length > 0 ? trustedProxies(config.trustedProxies) : false,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.interval },
    requestTimeout: patience.request,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    frameworkErrors: handleError,
    clientErrorHandler: answerClientError,
    bodyLimit: BODY_BYTES_MAX,
    // A request that reached us while we stop is still answered; its connection is closed after it.
    return503OnClosing: false,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleNotFound)
  installKnownRoutes(app)
  installRequestLog(app)
  installSecurityHeaders(app, pages?.policy)
  installSameOrigin(app, config)
  installBodies(app, patience.body)
  // The session reads its cookie itself, so none are parsed for it.
  await app.register(cookie, { hook: false })
  installSessions(app, context)
  await installDocument(app, config)

  healthRoutes(app, context)
  const guessing = await installGuessing(app, context, options.perAddress)
  authRoutes(app, context, guessing, passwordCosts)
  accountRoutes(app, context, guessing, passwordCosts)
  oidcRoutes(app, context, guessing)
  taskRoutes(app, context)
  await attachmentRoutes(app, context, patience.stall)
  categoryRoutes(app, context)
  templateRoutes(app, context)
  eventRoutes(app, context)
  openApiRoutes(app)
  await pageRoutes(app, context)
  return app
}

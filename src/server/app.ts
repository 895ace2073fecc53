import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { sweepFiles, sweepTrash } from './attachments/orphaned-files.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { accountRoutes } from './account/routes.ts'
import { type AddressLimits, installBruteForceGuard } from './auth/brute-force-guard.ts'
import { oidcRoutes } from './auth/oidc-routes.ts'
import { type Costs, PASSWORD_COSTS } from './auth/password.ts'
import { authRoutes } from './auth/routes.ts'
import { isHttps, sessionCookieName } from './auth/session-cookie.ts'
import { installSessions } from './auth/session.ts'
import { deleteExpiredSessions } from './auth/store.ts'
import { categoryRoutes } from './categories/routes.ts'
import { answerClientError } from './http/client-error.ts'
import type { AppContext } from './context.ts'
import { limitTexts } from './db/text-tally.ts'
import { eventRoutes } from './events/routes.ts'
import { openStreams } from './events/streams.ts'
import { errorHandler, handleError, handleNotFound } from './http/error-handler.ts'
import { healthRoutes } from './http/health.ts'
import { bindTo } from './run/bind.ts'
import { settleEffects } from './run/execute.ts'
import { installBodies } from './http/json-body.ts'
import { installKnownRoutes } from './http/known-routes.ts'
import { countLongLists } from './http/long-list.ts'
import { installDocument } from './http/openapi/document.ts'
import { openApiRoutes } from './http/openapi/routes.ts'
import { installBuild, pageRoutes } from './http/pages.ts'
import { type LogStream, installRequestLog, loggerOptions } from './http/request-log.ts'
import { OVERLOAD, type OverloadLimits, installOverload } from './http/overload.ts'
import { installReserve } from './db/reserve.ts'
import { installSameOrigin } from './http/same-origin.ts'
import { installSecurityHeaders, securityHeaders } from './http/security-headers.ts'
import { bindSamples } from './samples/bindings.ts'
import { sweepKeys } from './sweeps/expired-keys.ts'
import { sweepHourly } from './sweeps/hourly.ts'
import { taskRoutes } from './tasks/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { trashRoutes } from './trash/routes.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { installMetrics, metricsRoutes } from './metrics/routes.ts'
import { DRAIN_MS, installDraining } from './http/unread-bodies.ts'
import { serializerCompiler, validatorCompiler } from './http/validation.ts'

/** Source: decisions 12. */
const BODY_BYTES_MAX = 2 ** 20

/**
 * The maximum length of a path parameter, such as a category or file name. This is far above the limits for names, so
 * that validation reports a name that is too long.
 */
const PARAM_LENGTH_MAX = 2 ** 14

/** Time limits for clients, in milliseconds. Source: security 42. */
export type Patience = {
  /** For the request headers. */
  headers: number
  /** For a JSON body. */
  body: number
  /** For the rest of a body after the response. */
  drain: number
  /** For reading the next bytes of a response. */
  reader: number
  /** For the next KiB of an upload, or its end. */
  stall: number
  /** For a whole request, including uploads. */
  request: number
  /** How often connections are checked. */
  interval: number
}

const PATIENCE: Patience = {
  headers: 10_000,
  body: 10_000,
  drain: DRAIN_MS,
  reader: 30_000,
  stall: 12_000,
  request: 600_000,
  interval: 2000,
}

/** How long a closing server waits for effects and sweeps. Listing the files of a large bucket takes longer. */
const SETTLE_MS = 1000

export type AppOptions = {
  patience?: Patience
  perAddress?: AddressLimits
  passwordCosts?: Costs
  overload?: OverloadLimits
  /** The destination of log lines. Default: standard output. */
  logStream?: LogStream
}

/** Builds the complete server, but doesn't start listening. Registers every slice explicitly. */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, pages } = context
  const { patience = PATIENCE, passwordCosts = PASSWORD_COSTS } = options
  const headers = securityHeaders(isHttps(config))
  const app = Fastify({
    logger: loggerOptions(config.logLevel, options.logStream),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    trustProxy: config.trustedProxies.length > 0 ? trustedProxies(config.trustedProxies) : false,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.interval },
    requestTimeout: patience.request,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
    bodyLimit: BODY_BYTES_MAX,
    // Requests that arrive during shutdown get a response, and then their connection closes.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler(context))
  app.setNotFoundHandler(handleNotFound)
  installKnownRoutes(app)
  installReserve(app, context.reserve)
  installRequestLog(app)
  const registry = installMetrics(app, context)
  installSecurityHeaders(app, headers, pages?.policy)
  if (pages?.build) installBuild(app, pages.build)
  installOverload(app, context, options.overload ?? OVERLOAD)
  installSameOrigin(app, config)
  installBodies(app, patience.body)
  installDraining(app, patience.drain)
  cutIdleReaders(app, patience.reader)
  // The session code parses its cookie itself, so the plugin needs no hook.
  await app.register(cookie, { hook: false })
  installSessions(app, context)
  installSweeps(app, context)
  await installDocument(app, sessionCookieName(config))

  healthRoutes(app, context)
  const lists = countLongLists()
  limitTexts(context.db, config.textBytesMax)
  const guessing = installBruteForceGuard(context, options.perAddress)
  authRoutes(app, context, guessing, passwordCosts)
  oidcRoutes(app, context, guessing)
  const streams = openStreams(context.db, (err) => app.log.warn({ err }, 'event streams were closed'))
  const executor = { db: context.db, wake: (userId: string) => streams.wake(userId) }
  const bind = bindTo(app, executor, context.clock)
  app.addHook('onClose', () => Promise.race([settleEffects(), delay(SETTLE_MS, undefined, { ref: false })]))
  accountRoutes(app, context, { guessing, costs: passwordCosts, lists }, bind)
  taskRoutes(app, context, lists, bind)
  await attachmentRoutes(app, context, executor, patience.stall)
  categoryRoutes(app, context, lists, bind)
  templateRoutes(app, context, lists, bind)
  trashRoutes(app, context, bind)
  bindSamples(bind, context)
  eventRoutes(app, context, streams)
  metricsRoutes(app, context, { registry, streams })
  openApiRoutes(app)
  await pageRoutes(app, context)
  return app
}

function installSweeps(app: FastifyInstance, context: AppContext): void {
  sweepHourly(app, context, {
    'expired sessions': async ({ canExpire }) => {
      if (canExpire) await deleteExpiredSessions(context.db, context.clock.now())
    },
    'expired idempotency keys': (run) => sweepKeys(context, run),
    'the trash': (run) => sweepTrash(context, run),
    'orphaned files': (run) => sweepFiles(context, run),
  })
}

/** Closes the connection of a client that reads nothing, because buffered responses use memory. */
function cutIdleReaders(app: FastifyInstance, idleMs: number): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.raw.setTimeout(idleMs, () => reply.raw.destroy())
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, Registry } from 'prom-client'
import { z } from 'zod'

import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import { groupCommitSize, watchStatements, withRequestId } from '../db/meters.ts'
import type { Streams } from '../events/streams.ts'
import type { Call } from '../http/openapi/call.ts'
import { metricsAccess } from './access.ts'
import { addGauges } from './gauges.ts'

const readMetrics = {
  operationId: 'readMetrics',
  tags: ['Server'],
  summary: 'Read server metrics',
  description: 'Requires the bearer token in `METRICS_TOKEN`, or a request from the same machine.',
  answer: 'The metrics in Prometheus format.',
  errors: ['refused'],
  response: { 200: { content: { 'text/plain; version=0.0.4': { schema: z.string() } } } },
} as const satisfies Call

/** In seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures every route registered after this call, and logs slow statements. */
export function installMetrics(app: FastifyInstance, { config }: AppContext): Registry {
  const registry = new Registry()
  registry.registerMetric(groupCommitSize)
  measureRequests(app, registry)
  // Set twice, because reading the body can lose the context set by the first hook.
  app.addHook('onRequest', keepRequestId)
  app.addHook('preHandler', keepRequestId)
  const slow = new Counter({
    name: 'tenfold_slow_statements_total',
    help: 'Statements that took SLOW_STATEMENT_MS or longer.',
    registers: [registry],
  })
  const stop = watchStatements(config.slowStatementMs, (statement) => {
    slow.inc()
    app.log.warn(statement, 'slow statement')
  })
  app.addHook('onClose', async () => stop())
  return registry
}

function keepRequestId(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  withRequestId(request.id, done)
}

/** Labels name routes by their pattern, because paths and queries can contain user input. */
function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'tenfold_request_seconds',
    help: 'Time from a request to the end of its response, excluding event streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none'
    if (route === '/api/events') return
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requests.observe({ method: routeOptions.url ? method : 'any', route, status }, reply.elapsedTime / 1000)
  })
}

/** Serves `GET /metrics` in the Prometheus format. Only this machine, or a client with the token, may read it. */
export function metricsRoutes(
  app: FastifyInstance,
  context: AppContext,
  { registry, streams }: { registry: Registry; streams: Streams },
): void {
  const mayRead = metricsAccess(context.config)
  const stop = addGauges(registry, context, streams)
  app.addHook('onClose', async () => stop())
  const options = { logLevel: 'warn', config: { forVisitors: true }, schema: readMetrics } as const
  app.get('/metrics', options, async (request, reply) => {
    if (!mayRead(request))
      throw new TenfoldError('refused', 'Reading the metrics requires the bearer token in METRICS_TOKEN.')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

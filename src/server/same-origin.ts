import type { FastifyInstance, FastifyRequest } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

import type { Config } from './config.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const OWN_SITES = new Set(['same-origin', 'none'])

/** Refuses every change that a page of another origin asks for. Browsers say where a request comes from; programs need not. */
export function installSameOrigin(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || isSameOrigin(request, config)) return
    throw new TenfoldError('cross_site', 'This request came from another site and was refused.')
  })
}

/**
 * Same origin means: the `Origin`'s host is the request's `Host` or that of `BASE_URL`. Source: decisions 12.
 * @param origin where the request says it comes from, when that is not its `Origin`
 */
export function isSameOrigin(
  request: FastifyRequest,
  { baseUrl }: Config,
  origin = request.headers.origin,
): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && !OWN_SITES.has(site)) return false
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  return host === new URL(baseUrl).host || host === hostOf(`${protocol}//${request.host}`)
}

/** Without the port where it is the protocol's own, as browsers write it in `Origin`. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}

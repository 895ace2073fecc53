import type { FastifyInstance, FastifyRequest } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

import type { Config } from '../config.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const OWN_SITES = new Set(['same-origin', 'none'])

/** Rejects changes from other origins. Browsers send the origin; other programs don't have to. */
export function installSameOrigin(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || isSameOrigin(request, config)) return
    throw new TenfoldError(
      'cross_site',
      'This request came from another site, so nothing was changed. Open Tenfold and try again there.',
    )
  })
}

/**
 * Returns whether a request has the same origin: the host of its `Origin` is its `Host` or the host of `BASE_URL`. Source:
 * decisions 12.
 * @param origin the origin to check instead of the `Origin` header
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
  // A parsed host has no default port, as in `Origin`.
  return host === new URL(baseUrl).host || host === URL.parse(`${protocol}//${request.host}`)?.host
}

/**
 * Returns whether a navigation comes from the app's own pages or the address bar. Returns null if the
 * browser sends neither header, as over plain HTTP for a link without a referrer, even on another site.
 */
export function isOwnNavigation(request: FastifyRequest, config: Config): boolean | null {
  const { origin, referer, 'sec-fetch-site': site, 'sec-purpose': purpose } = request.headers
  // A prefetch is not a click.
  if (purpose !== undefined) return false
  const source = origin ?? referer
  if (site === undefined && source === undefined) return null
  return isSameOrigin(request, config, source)
}

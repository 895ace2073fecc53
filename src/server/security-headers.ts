import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Styles may stand in the page (component libraries place things so); scripts may not. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

/** What every answer has, whatever it is. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * The headers every answer has. None of them speaks of https: an install on plain http must keep working.
 * @param policy another Content-Security-Policy, for pages that are made while one develops
 */
export function installSecurityHeaders(app: FastifyInstance, policy = CONTENT_SECURITY_POLICY): void {
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply)
    reply.header('content-security-policy', policy)
  })
}

/** Also for the answers that are given before any hook runs. */
export function secure(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS)
  if (isPrivate(request.routeOptions.url ?? request.url)) reply.header('cache-control', 'no-store')
}

function isPrivate(url: string): boolean {
  return /^\/(api|healthz|readyz)(\/|\?|$)/.test(url)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Inline styles are allowed, because component libraries position elements with them. Inline scripts are blocked. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

/** The headers of every response. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Adds the security headers to every response. None of them forces HTTPS, so that plain HTTP installations keep working.
 * @param policy replaces the Content-Security-Policy during development
 */
export function installSecurityHeaders(app: FastifyInstance, policy = CONTENT_SECURITY_POLICY): void {
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply)
    reply.header('content-security-policy', policy)
  })
}

/** Adds the security headers to a response sent before any hook runs. */
export function secure(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS)
  if (isPrivate(request.routeOptions.url ?? request.url)) reply.header('cache-control', 'no-store')
}

function isPrivate(url: string): boolean {
  return /^\/(api|healthz|metrics|readyz)(\/|\?|$)/.test(url)
}

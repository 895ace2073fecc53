import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Radix Select adds this style element to the page. */
export const SELECT_STYLE =
  '[data-radix-select-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-select-viewport]::-webkit-scrollbar{display:none}'

const CONTENT_SECURITY_POLICY = policyWith(SELECT_STYLE)

/** Returns the Content-Security-Policy for a page with one style element. Inline scripts and all other styles are blocked. */
export function policyWith(style: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self' data:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** A year, in seconds. Subdomains are left out, because they may belong to other servers. */
const HSTS = 'max-age=31536000'

/**
 * Returns the headers of every response. Only an https `BASE_URL` makes browsers insist on https, so that plain HTTP
 * installations keep working.
 */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { ...SECURITY_HEADERS, 'strict-transport-security': HSTS } : SECURITY_HEADERS
}

/**
 * Adds the security headers to every response.
 * @param policy replaces the Content-Security-Policy during development
 */
export function installSecurityHeaders(
  app: FastifyInstance,
  headers: Record<string, string>,
  policy = CONTENT_SECURITY_POLICY,
): void {
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply.headers(headers))
    reply.header('content-security-policy', policy)
  })
}

/** Adds the security headers to a response sent before any hook runs. */
export function secure(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS)
  const isPrivate = /^\/(api|healthz|metrics|readyz)(\/|\?|$)/.test(request.routeOptions.url ?? request.url)
  if (isPrivate) reply.header('cache-control', 'no-store')
}

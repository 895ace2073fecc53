import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

import type { Config } from '../config.ts'
import { trustedProxies } from '../http/trusted-proxies.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Most proxies add at least one of these headers. The others need a token. */
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.+|cf-connecting-ip|true-client-ip)$/

/**
 * Returns a function that decides whether a request may read the metrics: with the bearer token, or if it comes from
 * this machine. The address is the connection's, never a forwarded address. Behind a proxy on the same machine every
 * connection is local, so a local request must also name a local host and have no forwarding header. If a trusted proxy
 * can be on this machine, no request counts as local.
 */
export function metricsAccess({
  metricsToken,
  trustedProxies: proxies,
}: Pick<Config, 'metricsToken' | 'trustedProxies'>): (request: FastifyRequest) => boolean {
  const isTrusted = trustedProxies(proxies)
  const hasLocalProxy = isTrusted('127.0.0.1') || isTrusted('::1')
  return (request) => {
    if (metricsToken !== null && hasToken(request.headers.authorization, metricsToken)) return true
    return !hasLocalProxy && isLocal(request)
  }
}

/** Compares hashes, which have the same length, in constant time. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(.+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(hashOf(given), hashOf(token))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function isLocal({ raw }: FastifyRequest): boolean {
  if (Object.keys(raw.headers).some((name) => FORWARDED.test(name))) return false
  return isLoopback(raw.socket.remoteAddress ?? '') && isLocalHost(raw.headers.host)
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function isLocalHost(host: string | undefined): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}

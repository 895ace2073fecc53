import { BlockList, isIP } from 'node:net'

/** Returns whether a string is an IP address or a range such as `10.0.0.0/8`. */
export function isCidr(text: string): boolean {
  const { address, family, prefix } = split(text)
  if (!isIP(address)) return false
  return (
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 'ipv6' ? 128 : 32))
  )
}

/**
 * Returns a function that decides by address whether to trust the `X-Forwarded-…` headers of a proxy. IPv4-mapped IPv6
 * addresses (`::ffff:10.0.0.1`) count as IPv4. Decision 039 explains why `@fastify/proxy-addr` is not used.
 * @param ranges addresses and ranges that passed `isCidr`
 */
export function trustedProxies(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const { address, family, prefix } = split(range)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, split(address).family)
}

function split(text: string): { address: string; family: 'ipv4' | 'ipv6'; prefix: string | undefined } {
  const slash = text.indexOf('/')
  const address = slash < 0 ? text : text.slice(0, slash)
  const prefix = slash < 0 ? undefined : text.slice(slash + 1)
  return { address, family: isIP(address) === 6 ? 'ipv6' : 'ipv4', prefix }
}

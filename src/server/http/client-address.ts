import { isIP, isIPv6 } from 'node:net'

interface Request {
  /** Address reported by trusted proxies, or else the address of the connection. */
  readonly ip: string
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** An address with its port, as some proxies forward it. IPv6 has brackets then. */
const WITH_PORT = /^(?:\[([^\]]{1,100})\](?::\d{1,5})?|([\d.]{7,15}):\d{1,5})$/

/**
 * Address of the client. Visitors choose the text of a header that a proxy passes on unread. It must neither earn them
 * a new rate limit for each request nor reach the logs: anything but an address counts as the proxy's own.
 */
export function readClientAddress({ ip, socket }: Request): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(ip) ?? []
  const address = ipv6 ?? ipv4 ?? ip
  return isIP(address) > 0 ? address : (socket.remoteAddress ?? '')
}

/**
 * Network of a visitor without sign-in: an IPv4 address, or the first 64 bits of an IPv6 address, because a customer gets a
 * whole /64.
 */
export function findNetwork(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [withoutZone = ''] = address.split('%', 1)
  const [head = '', tail] = withoutZone.split('::')
  const splitGroups = (part: string | undefined) => (part ? part.split(':') : [])
  const [before, after] = [splitGroups(head), splitGroups(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

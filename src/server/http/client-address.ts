import { isIP, isIPv6 } from 'node:net'

interface Request {
  /** Address reported by trusted proxies, or else the address of the connection. */
  readonly ip: string
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Address with a port, as some proxies forward it. An IPv6 address with a port has brackets. */
const WITH_PORT = /^(?:\[([^\]]{1,100})\](?::\d{1,5})?|([\d.]{7,15}):\d{1,5})$/

/**
 * Reads the client's address. Visitors can put any text into a header, and a proxy may forward it unchecked. The text must not
 * evade rate limits or reach the logs, so anything but an address is replaced by the proxy's own address.
 */
export function readClientAddress({ ip, socket }: Request): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(ip) ?? []
  const address = ipv6 ?? ipv4 ?? ip
  return isIP(address) > 0 ? address : (socket.remoteAddress ?? '')
}

/**
 * Finds the network of an anonymous visitor: the IPv4 address, or the first 64 bits of an IPv6 address, because providers
 * assign each customer a whole /64.
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

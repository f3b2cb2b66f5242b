import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '#domain/is-loopback.ts'

/** Metadata servers of clouds, which hand out a machine's secrets. Some have addresses in public or private networks. */
const METADATA_SERVERS: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.0.23',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
])
/** Prefix of an IPv6 address with an IPv4 address in its last four bytes, a format deprecated in 2006. */
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96')

export interface AddressRules {
  /** Whether alerts may go to private networks; set by `WEBHOOK_PRIVATE`. */
  readonly allowsPrivate: boolean
  /**
   * Whether alerts may go to programs that only listen on this machine. True if `WEBHOOK_PRIVATE` is on, or if nobody else can
   * reach the app.
   */
  readonly allowsLoopback: boolean
}

/**
 * Finds the problem with a receiver's address; undefined if there is none. The address its name resolves to is checked later.
 */
export function problemWithUrl(text: string, rules: AddressRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return 'Enter the full address, such as https://hooks.example.com/alerts'
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) return 'The address must begin with https://'
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password'
  const host = bareHost(url)
  if (isLoopback(host)) return rules.allowsLoopback ? undefined : refusedAddress(host)
  if (isIP(host) !== 0 && !isAllowed(host, { host, ...rules })) return refusedAddress(host)
  return undefined
}

/** Whether alerts for `host` may be sent to this IP address. */
export function isAllowed(address: string, { host, ...rules }: AddressRules & { host: string }): boolean {
  const normalized = normalize(address)
  if (METADATA_SERVERS.has(normalized.toString())) return false
  const range = normalized.range()
  // Only a loopback name may resolve to this machine. Otherwise, the owner of any domain could reach programs on this
  // machine.
  if (isLoopback(host)) return range === 'loopback' && rules.allowsLoopback
  return rules.allowsPrivate || range === 'unicast'
}

/** Whether an IP address is reachable from the whole internet. */
export function isPublic(address: string): boolean {
  const normalized = normalize(address)
  return normalized.range() === 'unicast' && !METADATA_SERVERS.has(normalized.toString())
}

export function refusedAddress(host: string): string {
  return isLoopback(host)
    ? `${host} is this server itself. While others can reach the app, alerts are sent there only if WEBHOOK_PRIVATE is on`
    : `${host} is in a private network, or belongs to the cloud. Alerts are sent to private networks only if WEBHOOK_PRIVATE is on, and never to the metadata servers of clouds`
}

/** Converts an IPv4 address in IPv6 notation to IPv4. */
function normalize(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6) || !parsed.match(IPV4_COMPATIBLE)) return parsed
  const bytes = parsed.toByteArray().slice(-4)
  const isOwnName = bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0
  return isOwnName ? parsed : new ipaddr.IPv4(bytes)
}

/** The host of a URL, without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '#server/is-loopback.ts'

/** Answers to every machine in Azure, like a metadata server, although its address is a public one. */
const AZURE_WIRE_SERVER = '168.63.129.16'

export interface AddressRules {
  /** Whether alerts may go to private networks; set by `WEBHOOK_PRIVATE`. */
  readonly allowsPrivate: boolean
}

/** What is wrong with the address of a receiver; undefined if it can be used, unless its name leads somewhere private. */
export function problemWithUrl(text: string, rules: AddressRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return 'Enter the full address, such as https://hooks.example.com/alerts'
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) return 'The address must begin with https://'
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password'
  const host = bareHost(url)
  if (isIP(host) !== 0 && !isAllowed(host, { host, ...rules })) return privateAddress(host)
  return undefined
}

/** Whether alerts for `host` may be sent to this IP address. */
export function isAllowed(address: string, { host, allowsPrivate }: AddressRules & { host: string }): boolean {
  const range = ipaddr.process(address).range()
  // Only a loopback name may resolve to this machine. Otherwise, the owner of any domain could reach what listens here.
  if (isLoopback(host)) return range === 'loopback'
  return allowsPrivate || (range === 'unicast' && address !== AZURE_WIRE_SERVER)
}

export function privateAddress(host: string): string {
  return `${host} is in a private network. Alerts are sent there only if WEBHOOK_PRIVATE is on`
}

/** The host of a URL, without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

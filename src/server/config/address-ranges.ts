import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { NONE, wordsOrNone } from './setting-schemas.ts'

/** Minimum prefix length of an IPv4 range, as in 10.0.0.0/8. */
const MIN_IPV4_BITS = 8
/** Prefix length of IPv4 addresses in IPv6 notation. */
const MAPPED_BITS = 96
/** Minimum prefix length of a private IPv6 range, as in fc00::/7. */
const MIN_PRIVATE_BITS = 7
const MIN_IPV6_BITS = 16
const NAMED_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Schema of the setting that lists reverse proxies as addresses and ranges. `none` means an empty list. */
export const trustedProxies = (name: string) =>
  wordsOrNone({
    name,
    fix: 'List the addresses of your proxies, separated by commas, or set it to none to ignore X-Forwarded-For',
  }).pipe(
    z.array(
      z
        .string()
        .refine(isAddressRange, {
          error: ({ input }) =>
            `${name} must be ${NONE}, or list addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas. ${JSON.stringify(input)} is none of these`,
          abort: true,
        })
        .refine((range) => !isLarge(range), {
          error: ({ input }) =>
            `${name} lists ${input}, which is a large part of the Internet: anyone there could say where a request comes from. List the addresses of your proxies`,
        }),
    ),
  )

/** Whether a text is an IP address, a range, or the name of a range. */
function isAddressRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true
  const [address = '', bits, ...others] = text.split('/')
  const version = isIP(address)
  if (version === 0 || others.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Whether a range has more addresses than any company's network. */
function isLarge(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (bits === undefined) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return Number(bits) < MIN_IPV4_BITS
  if (parsed.isIPv4MappedAddress()) return Number(bits) < MAPPED_BITS + MIN_IPV4_BITS
  const isPrivate = parsed.range() === 'uniqueLocal' || parsed.range() === 'linkLocal'
  return Number(bits) < (isPrivate ? MIN_PRIVATE_BITS : MIN_IPV6_BITS)
}

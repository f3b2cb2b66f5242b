import { isIP } from 'node:net'
import { z } from 'zod'
import { required, words } from './setting-schemas.ts'

const NONE = 'none'
const NAMED_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** The setting that lists the proxies in front, as addresses and ranges; `none` is an empty list. */
export const trustedProxies = (name: string) =>
  required(words, {
    name,
    fix: 'List the addresses of your proxies, separated by commas, or set it to none to ignore X-Forwarded-For',
  })
    .transform((ranges) => (ranges.length === 1 && ranges[0] === NONE ? [] : ranges))
    .pipe(
      z.array(
        z.string().refine(isAddressRange, {
          error: ({ input }) =>
            `${name} must be ${NONE}, or list addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas. ${JSON.stringify(input)} is none of these`,
        }),
      ),
    )

/** Whether a text is an IP address, a range of them, or one of the names for such ranges. */
function isAddressRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true
  const [address = '', bits, ...others] = text.split('/')
  const version = isIP(address)
  if (version === 0 || others.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

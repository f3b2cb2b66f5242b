import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#domain/time.ts'

/** Time in which the link of an alert works. */
const LINK_LIFETIME_MS = 14 * DAY_MS
const KEY_BYTES = 32
const KEY_PURPOSE = 'nano-sync snooze links'

/** Links that lead from an alert to the page where it can be snoozed. */
export interface SnoozeLinks {
  /** Opens a page that asks first: programs that scan mail open every link. */
  pathOf(alertId: string): string
  /** The alert that a link is about; undefined for one that was altered or has expired. */
  alertOf(token: string): string | undefined
}

/** Links signed with the first secret; those signed with the others work too. */
export function createSnoozeLinks({ secrets, now }: { secrets: readonly string[]; now: () => Date }): SnoozeLinks {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', KEY_PURPOSE, KEY_BYTES)))
  return {
    pathOf(alertId) {
      const signed = `${alertId}.${Math.floor((now().getTime() + LINK_LIFETIME_MS) / 1000)}`
      const [key] = keys
      if (!key) throw new Error('There is no secret to sign links with')
      return `/alerts/snooze?link=${signed}.${sign(key, signed).toString('base64url')}`
    },
    alertOf(token) {
      const [alertId = '', expiresAt = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      const isGenuine = keys.some((key) => {
        const expected = sign(key, `${alertId}.${expiresAt}`)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return isGenuine && Number(expiresAt) * 1000 > now().getTime() ? alertId : undefined
    },
  }
}

function sign(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

import { DAY_MS } from '#domain/time.ts'
import { createSignatures } from '#server/auth/signatures.ts'

/** Time within which the link of an alert works. */
const LINK_LIFETIME_MS = 14 * DAY_MS

/** Links from an alert to the page for snoozing it. */
export interface SnoozeLinks {
  /** Builds the path of a page with a question, because mail scanners open every link. */
  buildPath(alertId: string): string
  /** Finds the alert of a link; undefined if the link was altered or has expired. */
  findAlert(token: string): string | undefined
}

export function createSnoozeLinks(options: { secrets: readonly string[]; now: () => Date }): SnoozeLinks {
  const signatures = createSignatures({
    ...options,
    purpose: 'nano-sync snooze links',
    lifetimeMs: LINK_LIFETIME_MS,
  })
  return {
    buildPath: (alertId) => `/alerts/snooze?link=${alertId}.${signatures.sign(alertId)}`,
    findAlert(token) {
      const [alertId = '', ...signature] = token.split('.')
      return signatures.isValid(alertId, signature.join('.')) ? alertId : undefined
    },
  }
}

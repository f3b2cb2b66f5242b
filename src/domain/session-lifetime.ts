import { DAY_MS, HOUR_MS } from './time.ts'

/** Maximum time a sign-in lasts, however active the user is. */
export const MAX_SESSION_MS = 14 * DAY_MS
/** Maximum time a session lasts without a request. */
export const MAX_IDLE_MS = 3 * DAY_MS
/** Time between two records of activity, so few requests write to the database. */
const RENEWAL_MS = HOUR_MS

/** When a session ends unless there is another request. */
export function sessionEnd({ signedInAt, lastActiveAt }: { signedInAt: Date; lastActiveAt: Date }): Date {
  return new Date(Math.min(signedInAt.getTime() + MAX_SESSION_MS, lastActiveAt.getTime() + MAX_IDLE_MS))
}

/** Whether a request should be recorded as activity. */
export function isRenewalDue({ lastActiveAt, now }: { lastActiveAt: Date | null; now: Date }): boolean {
  return lastActiveAt === null || now.getTime() - lastActiveAt.getTime() >= RENEWAL_MS
}

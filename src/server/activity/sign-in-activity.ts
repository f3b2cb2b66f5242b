import { and, count, eq, gte, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { lockSignIns } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { activity } from '#server/storage/schema.ts'
import { actAs } from './acting.ts'
import { recordActivity } from './record-activity.ts'

/**
 * Maximum refused sign-ins to record per day. Anyone can cause refusals. Further refusals are only counted in the server's log.
 */
const MAX_REFUSED_PER_DAY = 200
/** Time within which repeated attempts of a person at the same address share an entry. */
const SAME_ENTRY_MS = HOUR_MS

/** Person of an attempt without a known identity. */
const NOBODY = 'nobody'

interface SignInAttempt {
  /** Email address, according to the sign-in provider. */
  email: string
  /** The IP address. */
  address: string
  at: Date
}

export async function recordSignInActivity(orm: Orm, { email, address, at }: SignInAttempt): Promise<void> {
  const acting = { kind: 'signed_in', who: email, origin: 'browser', address, at } as const
  await actAs(acting, () => recordActivity(orm, { subject: email, count: 1 }))
}

/** Reason why a browser was not signed in after its return from the sign-in provider. */
export type SignInFailure = 'not_begun' | 'provider' | 'checks'

const FAILURES: Readonly<Record<SignInFailure, string>> = {
  not_begun: 'This browser had begun no sign-in, or its sign-in had expired',
  provider: 'The sign-in provider reported an error',
  checks: 'The answer of the sign-in provider did not pass the checks',
}

/**
 * Records a failed sign-in. Anyone can make a sign-in fail, so an hour's failures with the same reason share an entry with a
 * count.
 */
export async function recordFailedSignIn(
  orm: Orm,
  { failure, at }: { failure: SignInFailure; at: Date },
): Promise<void> {
  const subject = FAILURES[failure]
  const isSame = and(eq(activity.kind, 'sign_in_failed'), eq(activity.subject, subject))
  await orm.transaction(async (tx) => {
    await lockSignIns(tx)
    const repeated = await tx
      .update(activity)
      .set({ count: sql`${activity.count} + 1` })
      .where(and(isSame, gte(activity.at, new Date(at.getTime() - SAME_ENTRY_MS))))
      .returning({ id: activity.id })
    if (repeated.length > 0) return
    const acting = { kind: 'sign_in_failed', who: NOBODY, origin: 'browser', at } as const
    await actAs(acting, () => recordActivity(tx, { subject, count: 1 }))
  })
}

/** Records a refused sign-in. Repeated attempts are counted in a single entry, so nobody can fill the table. */
export async function recordRefusedSignIn(orm: Orm, { email, address, at }: SignInAttempt): Promise<void> {
  const isRefused = eq(activity.kind, 'sign_in_refused')
  const since = (ms: number) => gte(activity.at, new Date(at.getTime() - ms))
  await orm.transaction(async (tx) => {
    await lockSignIns(tx)
    const repeated = await tx
      .update(activity)
      .set({ count: sql`${activity.count} + 1` })
      .where(and(isRefused, since(SAME_ENTRY_MS), eq(activity.who, email), eq(activity.address, address)))
      .returning({ id: activity.id })
    if (repeated.length > 0) return
    const [today] = await tx
      .select({ count: count() })
      .from(activity)
      .where(and(isRefused, since(DAY_MS)))
    if ((today?.count ?? 0) >= MAX_REFUSED_PER_DAY) return
    const acting = { kind: 'sign_in_refused', who: email, origin: 'browser', address, at } as const
    await actAs(acting, () => recordActivity(tx, { subject: email, count: 1 }))
  })
}

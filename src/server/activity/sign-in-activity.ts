import { and, count, eq, gte, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { lockSignIns } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { activity } from '#server/storage/schema.ts'
import { actAs } from './acting.ts'
import { recordActivity } from './record-activity.ts'

/** Maximum recorded refused sign-ins. Anyone can cause refusals; further refusals are only counted in the server's log. */
const MAX_REFUSED_PER_DAY = 200
/** Time in which a person at the same address counts as a single entry. */
const SAME_ENTRY_MS = HOUR_MS

/** Who it was is not known. */
const NOBODY = 'nobody'

interface SignInAttempt {
  /** As the sign-in provider says. */
  email: string
  /** The IP address. */
  address: string
  at: Date
}

export async function recordSignInActivity(orm: Orm, { email, address, at }: SignInAttempt): Promise<void> {
  const acting = { kind: 'signed_in', who: email, origin: 'browser', address, at } as const
  await actAs(acting, () => recordActivity(orm, { subject: email, count: 1 }))
}

/** Why a browser that came back from the sign-in provider was not signed in. */
export type SignInFailure = 'not_begun' | 'provider' | 'checks'

const FAILURES: Readonly<Record<SignInFailure, string>> = {
  not_begun: 'This browser had begun no sign-in, or its sign-in had expired',
  provider: 'The sign-in provider reported an error',
  checks: 'The answer of the sign-in provider did not pass the checks',
}

/** Anyone can make a sign-in fail, so the failures of an hour with the same reason share an entry with a count. */
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

/** Counts repeated attempts in a single entry, so nobody can fill the table. */
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

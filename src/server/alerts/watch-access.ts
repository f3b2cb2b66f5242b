import { and, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { Failure } from '#domain/failures/failure.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertIncidents, userTokens } from '#server/storage/schema.ts'
import { accountSubject, openIncidents } from './incidents.ts'

interface EndedAccess {
  email: string
  obtainedAt: Date
  revokedAt: Date
}

/** Explains why a person's access ended, with the same failure as runs that need the access. */
export type ExplainEndedAccess = (access: EndedAccess) => Failure

/** Opens an incident for each person whose access the provider refuses, and closes it once they have connected again. */
export async function watchAccess(
  orm: Orm,
  { explain, now }: { explain: ExplainEndedAccess; now: Date },
): Promise<void> {
  const subjectOf = sql`${accountSubject('')}::text || ${userTokens.email}`
  const isOpen = and(eq(alertIncidents.kind, 'access'), isNull(alertIncidents.closedAt))
  const open = orm
    .select({ id: alertIncidents.id })
    .from(alertIncidents)
    .where(and(isOpen, eq(alertIncidents.subject, subjectOf)))
  const refused = await orm
    .select({ email: userTokens.email, obtainedAt: userTokens.obtainedAt, revokedAt: userTokens.revokedAt })
    .from(userTokens)
    .where(and(isNotNull(userTokens.revokedAt), notExists(open)))
  for (const { email, obtainedAt, revokedAt } of refused) {
    if (!revokedAt) continue
    const failure = explain({ email, obtainedAt, revokedAt })
    await openIncidents(orm, [{ kind: 'access', account: email, failure }], now)
  }
  const connected = orm.select({ subject: subjectOf }).from(userTokens).where(isNull(userTokens.revokedAt))
  await orm
    .update(alertIncidents)
    .set({ closedAt: now })
    .where(and(isOpen, inArray(alertIncidents.subject, connected)))
}

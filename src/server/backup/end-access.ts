import { eq, isNull } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { apiTokens, sessions, users, userTokens } from '#server/storage/schema.ts'

/** How many of each a restore ended. */
export type EndedAccess = Readonly<Record<'sessions' | 'apiTokens' | 'sheetsAccess', number>>

/**
 * After a restore, revoked sessions, tokens and access would work again. The backup cannot tell them apart, so everybody
 * signs in, makes API tokens and connects their spreadsheets again.
 */
export async function endAccess(orm: Orm, at: Date): Promise<EndedAccess> {
  const ended = await orm.delete(sessions).returning({ id: sessions.idHash })
  const revoked = await orm.delete(apiTokens).returning({ id: apiTokens.id })
  const expired = await orm
    .update(userTokens)
    .set({ revokedAt: at })
    .where(isNull(userTokens.revokedAt))
    .returning({ email: userTokens.email })
  await orm.update(users).set({ lending: 'own_tasks' }).where(eq(users.lending, 'everyone'))
  return { sessions: ended.length, apiTokens: revoked.length, sheetsAccess: expired.length }
}

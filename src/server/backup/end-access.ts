import { eq, isNull } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { apiTokens, sessions, users, userTokens } from '#server/storage/schema.ts'

/** Numbers of sessions, tokens and grants ended by a restore. */
export type EndedAccess = Readonly<Record<'sessions' | 'apiTokens' | 'sheetsAccess', number>>

/**
 * Ends all access after a restore, because sessions, tokens and access revoked since the backup would work again. The backup
 * does not contain these revocations, so everybody has to sign in, create API tokens and connect their spreadsheets again.
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

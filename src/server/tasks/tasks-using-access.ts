import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'

/**
 * Matches tasks that use a person's access because they list the address. Without a shared account, also matches the person's
 * own tasks without a list. `email` must be in lower case.
 */
export function usesAccess(email: SQLWrapper | string, { hasSharedAccount }: { hasSharedAccount: boolean }) {
  const listsIt = sql`${email} = any(regexp_split_to_array(lower(${tasks.relevantUserAccounts}), '[\\s,]+'))`
  const isOwner = sql`${tasks.relevantUserAccounts} = '' and lower(coalesce(${tasks.owner}, ${tasks.createdBy})) = ${email}`
  return hasSharedAccount ? listsIt : sql`(${listsIt} or ${isOwner})`
}

/** Finds the IDs of all tasks that use a person's access. */
export async function taskIdsUsingAccess(
  orm: Orm,
  { email, hasSharedAccount }: { email: string; hasSharedAccount: boolean },
): Promise<number[]> {
  const rows = await orm.select({ id: tasks.id }).from(tasks).where(usesAccess(email, { hasSharedAccount }))
  return rows.map(({ id }) => id)
}

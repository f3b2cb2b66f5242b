import { eq, sql } from 'drizzle-orm'
import { parseAccounts, replaceAccount } from '#domain/tasks/parse-accounts.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, allTasks, users } from '#server/storage/schema.ts'
import type { UserTokens } from './user-tokens.ts'

/**
 * Gives a user another address everywhere the address stands for the person. Records of past actions keep the old address.
 * No user may have the new address.
 */
export async function moveAddress(
  { tx, userTokens }: { tx: Orm; userTokens: UserTokens },
  { from, to }: { from: string; to: string },
): Promise<void> {
  await lockTaskRows(tx)
  await tx.update(users).set({ email: to }).where(eq(users.email, from))
  await userTokens.move(tx, { from, to })
  await tx
    .update(allTasks)
    .set({ createdBy: to })
    .where(eq(sql`lower(${allTasks.createdBy})`, from))
  await tx
    .update(allTasks)
    .set({ owner: to })
    .where(eq(sql`lower(${allTasks.owner})`, from))
  await tx
    .update(alertChannels)
    .set({ createdBy: to })
    .where(eq(sql`lower(${alertChannels.createdBy})`, from))
  const { id, relevantUserAccounts } = allTasks
  const mentioning = await tx
    .select({ id, relevantUserAccounts })
    .from(allTasks)
    .where(sql`position(${from} in lower(${relevantUserAccounts})) > 0`)
  for (const task of mentioning) {
    if (!parseAccounts(task).includes(from)) continue
    const accounts = replaceAccount(task.relevantUserAccounts, { from, to })
    await tx.update(allTasks).set({ relevantUserAccounts: accounts }).where(eq(allTasks.id, task.id))
  }
}

import { eq } from 'drizzle-orm'
import { findPreference } from '#domain/tasks/lent-access.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'

interface ActiveTask {
  id: number
  name: string
}

/** Finds the active tasks that a new shared account would change, and counts the others. */
export async function tasksOfNewKey(
  orm: Orm,
  { usesPeople }: { usesPeople: boolean },
): Promise<{ changed: ActiveTask[]; unchangedCount: number }> {
  const { id, name, relevantUserAccounts, owner, createdBy, accountKind } = tasks
  const active = await orm
    .select({ id, name, relevantUserAccounts, owner, createdBy, accountKind })
    .from(tasks)
    .where(eq(tasks.isActive, true))
    .orderBy(id)
  const changed = active.filter((task) => {
    const { accounts, accountKind } = findPreference(task)
    return !usesPeople || (accounts.length === 0 && accountKind !== 'owner')
  })
  return { changed, unchangedCount: active.length - changed.length }
}

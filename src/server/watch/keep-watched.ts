import { and, eq, isNotNull, isNull, not, notExists, sql } from 'drizzle-orm'
import type { Failure } from '#domain/failures/failure.ts'
import type { Orm } from '#server/storage/database.ts'
import { isOneOf } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { watchedSources, watchedTasks } from '#server/storage/schema.ts'
import { sourcesOf, type WatchingTask } from './read-watching.ts'

export type SourceRow = typeof watchedSources.$inferSelect

const ROWS_PER_STATEMENT = 1000

/**
 * Keeps a row for each source and each task that is watched, and no other. A task whose source is another one begins anew;
 * one for which another account asks goes on, because versions are those of the file.
 */
export async function keepWatched(orm: Orm, watching: readonly WatchingTask[]): Promise<SourceRow[]> {
  const seen = watching.filter(({ by }) => by.account)
  const followed = seen.map(({ task, by }) => ({ taskId: task.id, sourceSsId: task.sourceSsId, account: by.name }))
  const asked = sourcesOf(watching).map(({ sourceSsId, account }) => ({ sourceSsId, account: account.name }))
  return await orm.transaction(async (tx) => {
    await tx.delete(watchedTasks).where(
      not(
        isOneOf(
          watchedTasks.taskId,
          followed.map(({ taskId }) => taskId),
        ),
      ),
    )
    const isNewSource = sql`${watchedTasks.sourceSsId} <> excluded.source_ss_id`
    for (const rows of parts(followed)) {
      await tx
        .insert(watchedTasks)
        .values([...rows])
        .onConflictDoUpdate({
          target: watchedTasks.taskId,
          set: {
            sourceSsId: sql`excluded.source_ss_id`,
            account: sql`excluded.account`,
            handledVersion: sql`case when ${isNewSource} then null else ${watchedTasks.handledVersion} end`,
            pendingSince: sql`case when ${isNewSource} then null else ${watchedTasks.pendingSince} end`,
          },
          setWhere: sql`${isNewSource} or ${watchedTasks.account} <> excluded.account`,
        })
    }
    await tx.delete(watchedSources).where(notExists(followersOf(tx)))
    for (const rows of parts(asked)) {
      await tx
        .insert(watchedSources)
        .values([...rows])
        .onConflictDoNothing()
    }
    await forgetFailures(
      tx,
      watching.map(({ task }) => task.id),
    )
    await catchUp(tx)
    return await tx.select().from(watchedSources)
  })
}

/**
 * For tasks that are new to a source, or for which another account asks: edits begin to count at the version that is known
 * already, and one that another account has seen needs a run.
 */
async function catchUp(tx: Orm): Promise<void> {
  const { version, seenAt } = watchedSources
  await tx
    .update(watchedTasks)
    .set({
      handledVersion: sql`coalesce(${watchedTasks.handledVersion}, ${version})`,
      pendingSince: sql`case when ${watchedTasks.handledVersion} <> ${version} then ${seenAt} end`,
    })
    .from(watchedSources)
    .where(
      and(
        isFollowedSource,
        isNull(watchedTasks.pendingSince),
        isNotNull(version),
        sql`${watchedTasks.handledVersion} is distinct from ${version}`,
      ),
    )
}

const isFollowedSource = and(
  eq(watchedTasks.sourceSsId, watchedSources.sourceSsId),
  eq(watchedTasks.account, watchedSources.account),
)

function followersOf(tx: Orm) {
  return tx.select({ taskId: watchedTasks.taskId }).from(watchedTasks).where(isFollowedSource)
}

/** Edits run no other task. */
async function forgetFailures(tx: Orm, watchingIds: readonly number[]): Promise<void> {
  await tx
    .update(tasks)
    .set({ watchFailure: null })
    .where(and(isNotNull(tasks.watchFailure), not(isOneOf(tasks.id, watchingIds))))
}

/** Notes why edits of the sources of tasks are not seen; null if they are. Writes only what has changed. */
export async function saveWatchFailure(
  orm: Orm,
  { taskIds, failure }: { taskIds: readonly number[]; failure: Failure | null },
): Promise<void> {
  const value = failure && JSON.stringify(failure)
  await orm
    .update(tasks)
    .set({ watchFailure: failure })
    .where(and(isOneOf(tasks.id, taskIds), sql`${tasks.watchFailure} is distinct from ${value}::jsonb`))
}

/** The row of one source. */
export function isSource({ sourceSsId, account }: Pick<SourceRow, 'sourceSsId' | 'account'>) {
  return and(eq(watchedSources.sourceSsId, sourceSsId), eq(watchedSources.account, account))
}

function* parts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) yield rows.slice(from, from + ROWS_PER_STATEMENT)
}

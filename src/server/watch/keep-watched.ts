import { and, eq, isNotNull, isNull, not, notExists, sql } from 'drizzle-orm'
import { stringifyStorable } from '#domain/copy/storable-text.ts'
import type { Failure } from '#domain/failures/failure.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { watchedSources, watchedTasks } from '#server/storage/schema.ts'
import { groupBySource, type WatchingTask } from './read-watching.ts'

export type SourceRow = typeof watchedSources.$inferSelect

const ROWS_PER_STATEMENT = 1000

/**
 * Keeps exactly a row for each watched source and for each of its tasks. A task keeps its row after a change of account,
 * because versions belong to the file.
 */
export async function keepWatched(orm: Orm, watching: readonly WatchingTask[]): Promise<SourceRow[]> {
  const sources = groupBySource(watching)
  const asked = sources.map(({ sourceSsId, account }) => ({ sourceSsId, account: account.name }))
  const followed = sources.flatMap(({ sourceSsId, account, tasks: followers }) =>
    followers.map(({ task }) => ({ taskId: task.id, sourceSsId, account: account.name })),
  )
  return await orm.transaction(async (tx) => {
    const keys = followed.map(({ taskId, sourceSsId }) => `${taskId} ${sourceSsId}`)
    await tx
      .delete(watchedTasks)
      .where(not(isInList(sql<string>`${watchedTasks.taskId} || ' ' || ${watchedTasks.sourceSsId}`, keys)))
    for (const rows of parts(followed)) {
      await tx
        .insert(watchedTasks)
        .values([...rows])
        .onConflictDoUpdate({
          target: [watchedTasks.taskId, watchedTasks.sourceSsId],
          set: { account: sql`excluded.account` },
          setWhere: sql`${watchedTasks.account} <> excluded.account`,
        })
    }
    await tx.delete(watchedSources).where(notExists(selectFollowers(tx)))
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
 * Initializes tasks with a new source or account. Edits count from the known version on. A version seen by the former account
 * needs a run.
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

function selectFollowers(tx: Orm) {
  return tx.select({ taskId: watchedTasks.taskId }).from(watchedTasks).where(isFollowedSource)
}

/** Deletes the failures of all other tasks, because edits do not run them. */
async function forgetFailures(tx: Orm, watchingIds: readonly number[]): Promise<void> {
  await tx
    .update(tasks)
    .set({ watchFailure: null })
    .where(and(isNotNull(tasks.watchFailure), not(isInList(tasks.id, watchingIds))))
}

/** Records why edits of the sources of tasks are not seen; null if they are seen. Only writes changes. */
export async function saveWatchFailure(
  orm: Orm,
  { taskIds, failure }: { taskIds: readonly number[]; failure: Failure | null },
): Promise<void> {
  const value = failure && stringifyStorable(failure)
  await orm
    .update(tasks)
    .set({ watchFailure: failure })
    .where(and(isInList(tasks.id, taskIds), sql`${tasks.watchFailure} is distinct from ${value}::jsonb`))
}

/** Matches the row of a source. */
export function isSource({ sourceSsId, account }: Pick<SourceRow, 'sourceSsId' | 'account'>) {
  return and(eq(watchedSources.sourceSsId, sourceSsId), eq(watchedSources.account, account))
}

/** Matches the row of a task and a source. */
export function isRow({ taskId, sourceSsId }: Pick<typeof watchedTasks.$inferSelect, 'taskId' | 'sourceSsId'>) {
  return and(eq(watchedTasks.taskId, taskId), eq(watchedTasks.sourceSsId, sourceSsId))
}

function* parts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) yield rows.slice(from, from + ROWS_PER_STATEMENT)
}

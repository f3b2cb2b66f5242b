import { and, desc, eq, isNull, max, sql } from 'drizzle-orm'
import { followVersion } from '#domain/watch/follow-version.ts'
import type { EditState } from '#server/google/file-edits.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { changeSets, runs, watchedSources, watchedTasks } from '#server/storage/schema.ts'
import { isRow, isSource, type SourceRow } from './keep-watched.ts'
import { findOwnWrites } from './own-writes.ts'
import type { WatchedSource } from './read-watching.ts'

interface Answer {
  watched: WatchedSource
  /** Row of the source before the answer. */
  source: SourceRow
  state: Extract<EditState, { kind: 'seen' }>
  now: Date
}

/**
 * Records a new version of a source and the tasks that need a run for it. A single transaction ensures that an edit is neither
 * lost nor followed twice, even after a crash.
 */
export async function recordVersion(orm: Orm, { watched, source, state, now }: Answer): Promise<SourceRow> {
  const { version } = state
  const { sourceSsId } = watched
  const seen = { version, seenAt: now, editedAt: editTime(source, state, now), polledAt: now }
  return await orm.transaction(async (tx) => {
    await tx.update(watchedSources).set(seen).where(isSource(source))
    const ids = watched.tasks.map(({ task }) => task.id)
    const following = await tx
      .select({ row: watchedTasks, hasEchoed: hasEchoed(tx), readAt: lastReadAt(tx) })
      .from(watchedTasks)
      .where(and(isInList(watchedTasks.taskId, ids), eq(watchedTasks.sourceSsId, sourceSsId)))
      .for('update')
    const since = source.version === null ? null : source.polledAt
    const { mayBeEcho, endedAt } = await findOwnWrites(tx, { sourceSsId, since })
    const tasks = new Map(watched.tasks.map(({ task }) => [task.id, task]))
    for (const { row, hasEchoed, readAt } of following) {
      const task = tasks.get(row.taskId)
      if (!task) continue
      // Changes before our last change are older still.
      const isCopied = state.isOwn && endedAt !== undefined && readAt !== null && new Date(readAt) >= endedAt
      const followed = followVersion({ ...row, hasEchoed }, { version, now, mayBeEcho: mayBeEcho(task), isCopied })
      await tx.update(watchedTasks).set(followed).where(isRow(row))
    }
    return { ...source, ...seen }
  })
}

/** Selects when the last copying run of a task began to read. */
function lastReadAt(tx: Orm) {
  const last = tx
    .select({ at: runs.attemptStartedAt })
    .from(runs)
    .where(and(eq(runs.taskId, watchedTasks.taskId), isNull(runs.undo)))
    .orderBy(desc(runs.id))
    .limit(1)
  // Use a separate subquery, because selected columns lose the names of their tables.
  return sql<string | null>`${last}`
}

/** Selects whether the last run of a task was started for an echo, and wrote. */
function hasEchoed(tx: Orm) {
  const last = tx
    .select({ id: max(runs.id) })
    .from(runs)
    .where(eq(runs.taskId, watchedTasks.taskId))
  const wrote = tx
    .select({ runId: changeSets.runId })
    .from(changeSets)
    .where(eq(changeSets.runId, watchedTasks.startedRunId))
  return sql<boolean>`(${watchedTasks.startedForEcho} and ${watchedTasks.startedRunId} = ${last} and exists ${wrote})`
}

/** Returns Drive's time of the edit if it is newer than the known time, or else the current time. The clocks may differ. */
function editTime(source: SourceRow, { modifiedAt }: Answer['state'], now: Date): Date | null {
  if (source.version === null) return modifiedAt && modifiedAt < now ? modifiedAt : null
  const isNewer = modifiedAt !== undefined && modifiedAt < now && (!source.editedAt || modifiedAt > source.editedAt)
  return isNewer ? modifiedAt : now
}

/** Records that sources still have their known versions. */
export async function recordUnchanged(orm: Orm, sources: readonly SourceRow[], now: Date): Promise<void> {
  const byAccount = Map.groupBy(sources, ({ account }) => account)
  for (const [account, rows] of byAccount) {
    const ids = rows.map(({ sourceSsId }) => sourceSsId)
    await orm
      .update(watchedSources)
      .set({ polledAt: now })
      .where(and(eq(watchedSources.account, account), isInList(watchedSources.sourceSsId, ids)))
  }
}

import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { SETTLED_AFTER_MS } from '#domain/runs/settled-versions.ts'
import { sourceFiles, tasksFollowing } from '#domain/watch/tasks-following.ts'
import { filesOfTask } from '#server/last-copy/written-tabs.ts'
import { hasWrittenTo } from '#server/runs/change-sets.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { changeSets, runs } from '#server/storage/schema.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

interface Rise {
  sourceSsId: string
  /** Time when Drive last answered with an earlier version; null if unknown. */
  since: Date | null
}

type Reader = Pick<Task, 'id'>

/** Runs that may have raised the version of a file. Drive learns of writes some minutes late. */
export interface OwnWrites {
  /** Whether a run caused by the task itself wrote into the file. */
  readonly mayBeEcho: (task: Reader) => boolean
  /** End of the last run that may have written into the file; undefined if no run wrote, or if a run is in progress. */
  readonly endedAt: Date | undefined
}

export async function findOwnWrites(orm: Orm, { sourceSsId, since }: Rise): Promise<OwnWrites> {
  const writers = await readWriters(orm, { sourceSsId, since })
  if (writers.length === 0) return { mayBeEcho: () => false, endedAt: undefined }
  const rows = await orm
    .select({
      id: tasks.id,
      sourceSsId: tasks.sourceSsId,
      moreSources: tasks.moreSources,
      folderFiles: tasks.folderFiles,
      targetSsIds: filesOfTask('tasks'),
    })
    .from(tasks)
  const files = rows.map(({ id, targetSsIds, ...sources }) => ({ id, targetSsIds, sourceSsIds: sourceFiles(sources) }))
  const ends = [...writers.map(({ endedAt }) => endedAt), ...(await lastRunsInto(orm, sourceSsId))]
  return {
    mayBeEcho(task) {
      const own = files.find(({ id }) => id === task.id)
      if (!own) return false
      const following = tasksFollowing(own, files)
      return writers.some(({ taskId }) => following.has(taskId))
    },
    endedAt: ends.reduce((one, other) => (one && other ? later(one, other) : null)) ?? undefined,
  }
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}

/** Reads the runs that wrote cells into a file, or may be writing them now. */
async function readWriters(orm: Orm, { sourceSsId, since }: Rise) {
  const after = since && new Date(since.getTime() - SETTLED_AFTER_MS)
  // A change set records where a run wrote, even if its task has changed since. It is opened before the first write.
  return await orm
    .selectDistinct({ taskId: changeSets.taskId, endedAt: runs.endedAt })
    .from(changeSets)
    .innerJoin(runs, eq(runs.id, changeSets.runId))
    .where(
      and(
        hasWrittenTo((id) => eq(id, sourceSsId)),
        after ? or(isNull(runs.endedAt), gt(runs.endedAt, after)) : undefined,
      ),
    )
}

/**
 * Reads when the last runs of the tasks that write to a file ended. Even without a change set, a run may have written a note.
 */
async function lastRunsInto(orm: Orm, targetSsId: string): Promise<(Date | null)[]> {
  const rows = await orm
    .select({ endedAt: runs.endedAt })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(
      and(sql`${filesOfTask('tasks')} @> ${JSON.stringify([targetSsId])}::jsonb`, isNotNull(runs.attemptStartedAt)),
    )
  return rows.map(({ endedAt }) => endedAt)
}

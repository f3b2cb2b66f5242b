import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { SETTLED_AFTER_MS } from '#domain/runs/settled-versions.ts'
import { sourceFiles, tasksFollowing } from '#domain/watch/tasks-following.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { changeSets, runs } from '#server/storage/schema.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

interface Rise {
  sourceSsId: string
  /** When Drive last answered with an earlier version; null if that is unknown. */
  since: Date | null
}

/**
 * Tells of which tasks a new version of a file may be an echo: a run wrote into it that follows from the task itself. Drive
 * learns of writes some minutes late.
 */
export async function findEchoes(
  orm: Orm,
  { sourceSsId, since }: Rise,
): Promise<(task: Pick<Task, 'id' | 'sourceSsId' | 'moreSources' | 'folderFiles' | 'targetSsId'>) => boolean> {
  const writers = await writersOf(orm, { sourceSsId, since })
  if (writers.length === 0) return () => false
  const rows = await orm
    .select({
      id: tasks.id,
      sourceSsId: tasks.sourceSsId,
      moreSources: tasks.moreSources,
      folderFiles: tasks.folderFiles,
      targetSsId: tasks.targetSsId,
    })
    .from(tasks)
  const files = rows.map((row) => ({ ...row, sourceSsIds: sourceFiles(row) }))
  return (task) => {
    const following = tasksFollowing({ ...task, sourceSsIds: sourceFiles(task) }, files)
    return writers.some((id) => following.has(id))
  }
}

/** The tasks whose runs wrote into a file, or may be writing into it. */
async function writersOf(orm: Orm, { sourceSsId, since }: Rise): Promise<number[]> {
  const after = since && new Date(since.getTime() - SETTLED_AFTER_MS)
  // A change set says where a run wrote, also after its task was changed. It is opened before the first write.
  const rows = await orm
    .selectDistinct({ taskId: changeSets.taskId })
    .from(changeSets)
    .innerJoin(runs, eq(runs.id, changeSets.runId))
    .where(
      and(eq(changeSets.targetSsId, sourceSsId), after ? or(isNull(runs.endedAt), gt(runs.endedAt, after)) : undefined),
    )
  return rows.map(({ taskId }) => taskId)
}

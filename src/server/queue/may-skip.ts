import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import { hasSettledVersions, SETTLED_AFTER_MS } from '#domain/runs/settled-versions.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import { hasWrittenTo } from '#server/runs/change-sets.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { changeSets, runs } from '#server/storage/schema.ts'

interface Candidate {
  work: Pick<RunWork, 'memory' | 'skipsUntouched' | 'task' | 'run'>
  /** The memory of the last run. */
  memory: CopyMemory
  now: Date
}

/** Whether the run may end without reading cells, provided that Drive reports no edits of either file. */
export async function maySkip(orm: Orm, { work, memory, now }: Candidate): Promise<boolean> {
  const { skipsUntouched, run, task } = work
  if (!skipsUntouched || run.allowShrink || run.undo || run.previewId !== null) return false
  if (!hasSettledVersions({ ...memory, comparedAt: work.memory?.comparedAt }, now)) return false
  return !(await didOthersWrite(orm, { task, now }))
}

/** Whether a run of another task writes to a file or recently did: Drive may not report that edit yet. */
async function didOthersWrite(orm: Orm, { task, now }: { task: RunWork['task']; now: Date }): Promise<boolean> {
  const since = new Date(now.getTime() - SETTLED_AFTER_MS)
  // A change set shows where a run wrote, even after its task was changed or deleted. It exists before the first write.
  const isOfOthers = and(
    hasWrittenTo((id) => isInList(id, [task.sourceSsId, task.targetSsId])),
    ne(changeSets.taskId, task.id),
  )
  const [written] = await orm
    .select({ runId: runs.id })
    .from(runs)
    .innerJoin(changeSets, eq(changeSets.runId, runs.id))
    .where(and(isOfOthers, or(isNull(runs.endedAt), gt(runs.endedAt, since))))
    .limit(1)
  return written !== undefined
}

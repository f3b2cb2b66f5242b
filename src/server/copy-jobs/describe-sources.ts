import { literalName } from '#contract/tab-pattern.ts'
import { buildHandOut } from '#domain/hand-out/hand-out.ts'
import { parseShape, type Shape } from '#domain/shape/shape.ts'
import { parseUnion } from '#domain/shape/union.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

/** Describes the sources of a task, and the shape of their rows. */
export function describeSources(
  task: Task,
): Pick<SyncJob, 'source' | 'union' | 'handOut'> & { shape: Shape | undefined } {
  const union = parseUnion(task)
  const handOut = buildHandOut(task)
  const tab = union ? task.sourceSheetName : literalName(task.sourceSheetName)
  return {
    source: { id: task.sourceSsId, tab },
    ...(union && { union }),
    ...(handOut && { handOut }),
    shape: parseShape(task, { isRequired: union !== undefined || handOut !== undefined }),
  }
}

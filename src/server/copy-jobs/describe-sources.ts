import { literalName } from '#contract/tab-pattern.ts'
import { buildHandOut } from '#domain/hand-out/hand-out.ts'
import { parseShape, type Shape } from '#domain/shape/shape.ts'
import { parseStack } from '#domain/shape/stack.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

/** Describes the sources of a task, and the shape of their rows. */
export function describeSources(
  task: Task,
): Pick<SyncJob, 'source' | 'stack' | 'handOut'> & { shape: Shape | undefined } {
  const stack = parseStack(task)
  const handOut = buildHandOut(task)
  const tab = stack ? task.sourceSheetName : literalName(task.sourceSheetName)
  return {
    source: { id: task.sourceSsId, tab },
    ...(stack && { stack }),
    ...(handOut && { handOut }),
    shape: parseShape(task, { isRequired: stack !== undefined || handOut !== undefined }),
  }
}

import { literalName } from '#contract/tab-pattern.ts'
import { buildHandOut } from '#domain/hand-out/hand-out.ts'
import { parseStack } from '#domain/shape/stack.ts'
import type { SyncJob } from '#server/sync/job/sync-job.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

/** Describes the sources of a task, and whether their rows always go through a shape. */
export function describeSources(task: Task): Pick<SyncJob, 'source' | 'stack' | 'handOut'> & { isStacked: boolean } {
  const stack = parseStack(task)
  const handOut = buildHandOut(task)
  const tab = stack ? task.sourceSheetName : literalName(task.sourceSheetName)
  return {
    source: { id: task.sourceSsId, tab },
    ...(stack && { stack }),
    ...(handOut && { handOut }),
    isStacked: stack !== undefined || handOut !== undefined,
  }
}

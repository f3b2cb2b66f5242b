import { useQuery } from '@tanstack/react-query'
import type { Task } from '#contract/task.ts'
import type { TaskProgress, WarningReason } from '#contract/task-progress.ts'
import { warningReason } from '#domain/tasks/warning-reason.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { NO_FILTER } from '../../../data/task-filter.ts'
import { taskListQuery } from '../../../data/tasks.ts'
import type { WarningCounts } from './chips.ts'

interface Known {
  /** The tasks on the page. */
  shown: readonly Task[]
  /** The state of all tasks, on all pages. */
  progress: readonly Pick<TaskProgress, 'task_status'>[]
}

/** Why tasks are in Warning: from the page where it has all of them, else from the lists that the chips show. */
export function useWarningCounts({ shown, progress }: Known): WarningCounts {
  const total = progress.filter(isInWarning).length
  const listed = shown.filter(isInWarning)
  const areAllListed = listed.length >= total
  const isAsked = useHasExtraCalls() && !areAllListed
  const held = useReason('held', isAsked)
  const notRun = useReason('not_run', isAsked)
  const countListed = (reason: WarningReason) => listed.filter((task) => warningReason(task) === reason).length
  if (areAllListed) return { held: countListed('held'), not_run: countListed('not_run'), other: countListed('other') }
  return { held, not_run: notRun, other: isAsked ? Math.max(0, total - held - notRun) : 0 }
}

function useReason(warning: WarningReason, enabled: boolean): number {
  const { data } = useQuery({ ...taskListQuery(1, { ...NO_FILTER, status: 'Warning', warning }), enabled })
  return data?.matching ?? data?.syncTasks.length ?? 0
}

function isInWarning({ task_status }: Pick<TaskProgress, 'task_status'>): boolean {
  return task_status === 'Warning'
}

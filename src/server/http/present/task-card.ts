import type { RecentRun, Task } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { ownerOf } from '#domain/tasks/lent-access.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { type RecentRunRow, recentRuns } from '#server/runs/run-history.ts'
import type { Orm } from '#server/storage/database.ts'
import { getTasks, type TaskRow } from '#server/tasks/read-tasks.ts'
import { latestLogs, presentTaskLog, type TaskLogRow } from '#server/tasks/task-logs.ts'
import { elapsedSeconds } from './elapsed-seconds.ts'

/** What changes with the time or with other tasks. */
type Changing = keyof TaskProgress | 'total_elapsed_seconds' | 'next_run_at' | 'position_actions' | 'logs'

/** The part of a task that changes only with the task itself, its type, its runs and its log. */
export interface TaskCard {
  readonly row: TaskRow
  /** As the API returns it, but for the seconds that a run in progress has taken: those are as of when it was read. */
  readonly shown: Omit<Task, Changing>
}

interface CardData {
  recent: readonly RecentRunRow[]
  latestLog: TaskLogRow | undefined
  now: Date
  formatTime: (at: Date) => string
}

type ReaderContext = { orm: Orm; now: () => Date } & Pick<CardData, 'formatTime'>

/** The cards of the tasks that exist, by task id. `orm` is a snapshot transaction. */
export async function readTaskCards(
  { orm, now, formatTime }: ReaderContext,
  taskIds: readonly number[],
): Promise<Map<number, TaskCard>> {
  const rows = await getTasks(orm, taskIds)
  const recent = await recentRuns(orm, taskIds)
  const logs = await latestLogs(orm, taskIds)
  const cards = rows.map((row) => {
    const { id } = row.task
    return cardOf(row, { recent: recent.get(id) ?? [], latestLog: logs.get(id), now: now(), formatTime })
  })
  return new Map(cards.map((card) => [card.row.task.id, card]))
}

export function cardOf(row: TaskRow, { recent, latestLog, now, formatTime }: CardData): TaskCard {
  const { task, type, run } = row
  return {
    row,
    shown: {
      id: task.id,
      ...taskSettings.toFields(task),
      task_type: type,
      source_ss_name: task.sourceSsName,
      target_ss_name: task.targetSsName,
      sort_order: task.position,
      owner: ownerOf(task),
      access_problem: task.accessProblem,
      last_successful_run: task.lastSuccessAt?.toISOString() ?? null,
      recent_runs: recent.map((each) => presentRecentRun(each, now)),
      latest_log: latestLog ? presentTaskLog(latestLog, formatTime) : null,
      retry_count: Math.max(0, (run?.attempt ?? 0) - 1),
      last_error_count: run?.errorCount ?? 0,
      last_triggered: run ? { time: run.queuedAt.toISOString(), triggered_by: run.triggeredBy } : null,
      was_skipped: run?.isSkipped ?? false,
      can_copy_anyway: run?.isHeld ?? false,
      cure: run?.status === 'Failed' || run?.status === 'Error' ? run.cure : null,
    },
  }
}

function presentRecentRun(run: RecentRunRow, now: Date): RecentRun {
  const { id, status, startedAt } = run
  return { id, status, started_at: startedAt?.toISOString() ?? null, seconds: elapsedSeconds(run, now) }
}

import type { Task } from '#contract/task.ts'
import { positionActions } from '#domain/position.ts'
import type { Context } from '#server/context.ts'
import { latestLogs, presentTaskLog, type TaskLogRow, taskLogsOf } from '#server/storage/task-logs.ts'
import { getTask, type TaskRow } from '#server/storage/tasks.ts'

const LOG_LINES_OF_ONE_TASK = 50

type PresenterContext = Pick<Context, 'config' | 'database' | 'queue' | 'now'>
type Progress = Awaited<ReturnType<Context['queue']['progress']>>

/** Turns a page of rows into what callers see; what is read besides is read once for the whole page. */
export async function presentTasks(context: PresenterContext, rows: readonly TaskRow[]): Promise<Task[]> {
  const taskIds = rows.map(({ task }) => task.id)
  const progress = await context.queue.progress(taskIds)
  const logs = await latestLogs(context.database.orm, taskIds)
  return rows.map((row) => presentTask(context, { row, progress, latestLog: logs.get(row.task.id) }))
}

/**
 * One task, with the last lines of its log.
 *
 * @throws Refusal 'not_found'
 */
export async function presentTaskWithLog(context: PresenterContext, taskId: number): Promise<Task> {
  const { orm } = context.database
  const row = await getTask(orm, taskId)
  const progress = await context.queue.progress([taskId])
  const lines = await taskLogsOf(orm, { taskId, last: LOG_LINES_OF_ONE_TASK })
  const logs = lines.map((line) => presentTaskLog(line, context.config.schedule.timezone))
  return { ...presentTask(context, { row, progress, latestLog: lines.at(-1) }), logs }
}

interface Presented {
  row: TaskRow
  progress: Progress
  latestLog: TaskLogRow | undefined
}

function presentTask({ config, now }: PresenterContext, { row, progress, latestLog }: Presented): Task {
  const { task, type } = row
  return {
    ...progressOf({ taskId: task.id, progress }),
    ...lastRunOf({ run: row.run, now: now() }),
    id: task.id,
    name: task.name,
    sync_task_type_id: type.id,
    task_type: type,
    source_ss_id: task.sourceSsId,
    source_ss_name: task.sourceSsName,
    target_ss_id: task.targetSsId,
    target_ss_name: task.targetSsName,
    source_sheet_name: task.sourceSheetName,
    target_sheet_name: task.targetSheetName,
    scheduled_times: task.scheduledTimes,
    relevant_user_accounts: task.relevantUserAccounts,
    chunk_size: task.chunkSize,
    start_row: task.startRow,
    sort_order: task.position,
    is_active: task.isActive,
    max_concurrent_tasks: task.maxConcurrentTasks,
    last_successful_run: task.lastSuccessAt?.toISOString() ?? null,
    latest_log: latestLog ? presentTaskLog(latestLog, config.schedule.timezone) : null,
    position_actions: positionActions({ position: task.position, total: row.tasksOfType }),
  }
}

/** A task that was made after the progress was read has none yet. */
function progressOf({ taskId, progress }: { taskId: number; progress: Progress }) {
  return (
    progress.get(taskId) ?? {
      running_status: false,
      task_status: 'Pending' as const,
      rows_done: null,
      rows_total: null,
      seconds_left: null,
      waiting_for: null,
      prerequisites_count: 0,
    }
  )
}

function lastRunOf({ run, now }: { run: TaskRow['run']; now: Date }) {
  const elapsedMs = run?.startedAt ? (run.endedAt ?? now).getTime() - run.startedAt.getTime() : undefined
  return {
    total_elapsed_seconds: elapsedMs === undefined ? null : Math.max(0, Math.round(elapsedMs / 1000)),
    retry_count: Math.max(0, (run?.attempt ?? 0) - 1),
    last_error_count: run?.errorCount ?? 0,
    last_triggered: run ? { time: run.queuedAt.toISOString(), triggered_by: run.triggeredBy } : null,
    can_copy_anyway: run?.isHeld ?? false,
  }
}

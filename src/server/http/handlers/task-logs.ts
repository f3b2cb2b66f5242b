import { taskLogs } from '#contract/task-log.ts'
import type { Context } from '#server/context.ts'
import { type Handler, handler, versionedHandler } from '#server/http/handler.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { clearTaskLogs, presentTaskLog, taskLogsOf } from '#server/tasks/task-logs.ts'

export function taskLogHandlers({
  database: { orm },
  formatTime,
}: Pick<Context, 'database' | 'formatTime'>): Handler[] {
  return [
    versionedHandler(taskLogs.list, { dependsOn: ['log', 'log_cleared', 'tasks'] }, async ({ params }) => {
      await requireTask(orm, params.id)
      const lines = await taskLogsOf(orm, { taskId: params.id })
      return lines.map((line) => presentTaskLog(line, formatTime))
    }),
    handler(taskLogs.clear, async ({ params }) => {
      await requireTask(orm, params.id)
      await clearTaskLogs(orm, params.id)
    }),
  ]
}

import { taskLogs } from '#contract/task-log.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { clearTaskLogs, presentTaskLog, readTaskLogs } from '#server/task-logs/task-logs.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'

export function taskLogHandlers({
  database: { orm },
  formatTime,
}: Pick<Context, 'database' | 'formatTime'>): Handler[] {
  return [
    handler(taskLogs.list, async ({ params }) => {
      await requireTask(orm, params.id)
      return (await readTaskLogs(orm, { taskId: params.id })).map((line) => presentTaskLog(line, formatTime))
    }),
    handler(taskLogs.clear, async ({ params }) => {
      await requireTask(orm, params.id)
      await clearTaskLogs(orm, params.id)
    }),
  ]
}

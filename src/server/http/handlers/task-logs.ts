import { taskLogs } from '#contract/task-log.ts'
import type { Context } from '#server/context.ts'
import { type Answer, answer } from '#server/http/handler.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { clearTaskLogs, presentTaskLog, taskLogsOf } from '#server/tasks/task-logs.ts'

export function taskLogAnswers({ config, database: { orm } }: Pick<Context, 'config' | 'database'>): Answer[] {
  return [
    answer(taskLogs.list, async ({ params }) => {
      await requireTask(orm, params.id)
      const lines = await taskLogsOf(orm, { taskId: params.id })
      return lines.map((line) => presentTaskLog(line, config.schedule.timezone))
    }),
    answer(taskLogs.clear, async ({ params }) => {
      await requireTask(orm, params.id)
      await clearTaskLogs(orm, params.id)
    }),
  ]
}

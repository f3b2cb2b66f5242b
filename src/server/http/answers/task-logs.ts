import { taskLogs } from '#contract/task-log.ts'
import type { Context } from '#server/context.ts'
import { clearTaskLogs, presentTaskLog, taskLogsOf } from '#server/storage/task-logs.ts'
import { requireTask } from '#server/storage/tasks.ts'
import { type Answer, answer } from '../answer.ts'

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

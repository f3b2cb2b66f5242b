import { taskLogs } from '#contract/task-log.ts'
import type { Context } from '#server/context.ts'
import { type Handler, handler, writtenHandler } from '#server/http/handler.ts'
import { replySerializer } from '#server/http/reply-serializer.ts'
import { createLogTexts } from '#server/tasks/log-texts.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { clearTaskLogs, presentTaskLog } from '#server/tasks/task-logs.ts'

export function taskLogHandlers({
  database: { orm },
  formatTime,
}: Pick<Context, 'database' | 'formatTime'>): Handler[] {
  const textOf = createLogTexts({
    orm,
    write: (lines) => replySerializer(taskLogs.list.reply)(lines.map((line) => presentTaskLog(line, formatTime))),
  })
  return [
    writtenHandler(taskLogs.list, { dependsOn: ['log', 'log_cleared', 'tasks'] }, ({ params }) => textOf(params.id)),
    handler(taskLogs.clear, async ({ params }) => {
      await requireTask(orm, params.id)
      await clearTaskLogs(orm, params.id)
    }),
  ]
}

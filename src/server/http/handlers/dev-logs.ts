import { api } from '#contract/api.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { DevLogs } from '#server/logs/dev-logs.ts'

type Parts = Pick<Context, 'database'> & { devLogs: DevLogs }

export function devLogHandlers({ database, devLogs }: Parts): Handler[] {
  return [
    handler(api.devLogs.files, () => devLogs.files()),
    handler(api.devLogs.lines, ({ query }) => devLogs.lines(query.file)),
    handler(api.devLogs.clear, ({ query }) =>
      database.orm.transaction(async (tx) => {
        await recordActivity(tx, { subject: query.file, count: 1 })
        await devLogs.clear(query.file)
      }),
    ),
  ]
}

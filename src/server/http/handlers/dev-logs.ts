import { api } from '#contract/api.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { DevLogs } from '#server/logs/dev-logs.ts'

export function devLogHandlers({ devLogs }: { devLogs: DevLogs }): Handler[] {
  return [
    handler(api.devLogs.files, () => devLogs.files()),
    handler(api.devLogs.lines, ({ query }) => devLogs.lines(query.file)),
    handler(api.devLogs.clear, ({ query }) => devLogs.clear(query.file)),
  ]
}

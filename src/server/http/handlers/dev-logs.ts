import { api } from '#contract/api.ts'
import { type Answer, answer } from '#server/http/handler.ts'
import type { DevLogs } from '#server/logs/dev-logs.ts'

export function devLogAnswers({ devLogs }: { devLogs: DevLogs }): Answer[] {
  return [
    answer(api.devLogs.files, () => devLogs.files()),
    answer(api.devLogs.lines, ({ query }) => devLogs.lines(query.file)),
    answer(api.devLogs.clear, ({ query }) => devLogs.clear(query.file)),
  ]
}

import { api } from '#contract/api.ts'
import type { DevLogs } from '../../dev-logs/dev-logs.ts'
import { type Answer, answer } from '../answer.ts'

export function devLogAnswers({ devLogs }: { devLogs: DevLogs }): Answer[] {
  return [
    answer(api.devLogs.files, () => devLogs.files()),
    answer(api.devLogs.lines, ({ query }) => devLogs.lines(query.file)),
    answer(api.devLogs.clear, ({ query }) => devLogs.clear(query.file)),
  ]
}

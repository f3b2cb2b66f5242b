import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import { type PreparedReply, prepareReply } from './prepared-reply.ts'
import type { ScreenState } from './screen-state.ts'
import { findTask } from './task-replies.ts'

/** The calls about the logs of tasks and of the server. */
export const logReplies: readonly PreparedReply[] = [
  prepareReply(api.devLogs.files, (_, { devLogs }) => Object.keys(devLogs)),
  prepareReply(api.devLogs.lines, ({ query }, state) => findLines(state, query.file)),
  prepareReply(api.devLogs.clear, ({ query }, state) => {
    findLines(state, query.file)
    state.devLogs[query.file] = []
  }),
  prepareReply(api.taskLogs.list, ({ params }, state) => {
    findTask(state, params.id)
    return state.taskLogs[params.id] ?? []
  }),
  prepareReply(api.taskLogs.clear, ({ params }, state) => {
    findTask(state, params.id)
    state.taskLogs[params.id] = []
  }),
]

function findLines({ devLogs }: ScreenState, file: string): string[] {
  const lines = devLogs[file]
  if (!lines) throw new Refusal('not_found', 'Log file not found')
  return lines
}

import { api } from '#contract/api.ts'
import { absentReplies } from './absent-replies.ts'
import { accountReplies } from './account-replies.ts'
import { channelReplies } from './channel-replies.ts'
import { dataCopyReplies } from './data-copy-replies.ts'
import { logReplies } from './log-replies.ts'
import { type PreparedReply, prepareReply } from './prepared-reply.ts'
import { runPageReplies } from './run-page-replies.ts'
import { runReplies } from './run-replies.ts'
import { spreadsheetReplies } from './spreadsheet-replies.ts'
import { taskReplies, withoutUndefined } from './task-replies.ts'
import { taskTypeReplies } from './task-type-replies.ts'
import { trashReplies } from './trash-replies.ts'

const otherReplies: readonly PreparedReply[] = [
  prepareReply(api.operations.info, (_, { info }) => info),
  prepareReply(api.auth.check, (_, { isSignedIn }) => ({
    authenticated: isSignedIn,
    user: isSignedIn ? { email: 'ada@example.com', name: 'Ada' } : null,
    administrators: null,
  })),
  prepareReply(api.schedules.runAll, (_, { runAll, info }) => ({ ...runAll, timezone: info.timezone })),
  prepareReply(api.schedules.setRunAll, ({ body }, state) => {
    const { scheduled_times, ...days } = body
    state.runAll = { ...state.runAll, ...withoutUndefined(days), scheduled_times }
    return {
      ...state.runAll,
      timezone: state.info.timezone,
      message:
        scheduled_times.length > 0 ? `Run All is scheduled at ${scheduled_times.join(', ')}.` : 'Run All is off.',
    }
  }),
]

export const preparedReplies: readonly PreparedReply[] = [
  ...otherReplies,
  ...absentReplies,
  ...accountReplies,
  ...channelReplies,
  ...dataCopyReplies,
  ...logReplies,
  ...runPageReplies,
  ...runReplies,
  ...spreadsheetReplies,
  ...taskReplies,
  ...taskTypeReplies,
  ...trashReplies,
]

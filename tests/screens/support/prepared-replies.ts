import { api } from '#contract/api.ts'
import { absentReplies } from './absent-replies.ts'
import { type PreparedReply, prepareReply } from './prepared-reply.ts'
import { taskReplies } from './task-replies.ts'
import { taskTypeReplies } from './task-type-replies.ts'

const everyDay = { schedule_days: [], paused_until: null, holidays: [] }

const otherReplies: readonly PreparedReply[] = [
  prepareReply(api.operations.info, (_, { info }) => info),
  prepareReply(api.auth.check, (_, { isSignedIn }) => ({
    authenticated: isSignedIn,
    user: isSignedIn ? { email: 'ada@example.com', name: 'Ada' } : null,
    administrators: null,
  })),
  prepareReply(api.schedules.runAll, (_, { runAllTimes, info }) => ({
    scheduled_times: runAllTimes,
    timezone: info.timezone,
    ...everyDay,
  })),
  prepareReply(api.schedules.setRunAll, ({ body }, state) => {
    state.runAllTimes = body.scheduled_times
    return {
      scheduled_times: state.runAllTimes,
      timezone: state.info.timezone,
      ...everyDay,
      message: 'Schedule saved.',
    }
  }),
]

export const preparedReplies: readonly PreparedReply[] = [
  ...otherReplies,
  ...absentReplies,
  ...taskReplies,
  ...taskTypeReplies,
]

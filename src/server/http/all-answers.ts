import type { SignIn } from '../auth/sign-in.ts'
import type { Context } from '../context.ts'
import type { DevLogs } from '../dev-logs/dev-logs.ts'
import type { Metrics } from '../metrics.ts'
import type { Answer } from './answer.ts'
import { authAnswers } from './answers/auth.ts'
import { csvJobAnswers } from './answers/csv-jobs.ts'
import { dataCopyAnswers } from './answers/data-copy.ts'
import { devLogAnswers } from './answers/dev-logs.ts'
import { eventAnswers } from './answers/events.ts'
import { operationAnswers } from './answers/operations.ts'
import { runAnswers } from './answers/runs.ts'
import { scheduleAnswers } from './answers/schedules.ts'
import { spreadsheetAnswers } from './answers/spreadsheets.ts'
import { taskLogAnswers } from './answers/task-logs.ts'
import { taskRunAnswers } from './answers/task-runs.ts'
import { taskTypeAnswers } from './answers/task-types.ts'
import { taskAnswers } from './answers/tasks.ts'
import type { EventHub } from './event-hub.ts'

interface AnswerOptions {
  context: Context
  devLogs: DevLogs
  eventHub: EventHub
  metrics: Metrics
  publicUrl: () => string
  signIn: SignIn
  spreadsheetUrl: string
  stopping: AbortSignal
}

/** What answers the routes of the contract on this node: a node that only works answers those who look after it. */
export function allAnswers({ context, ...parts }: AnswerOptions): Answer[] {
  const operations = operationAnswers({ ...context, ...parts })
  if (context.config.queue.role === 'worker') return operations
  return [
    ...operations,
    ...authAnswers({ ...context, ...parts }),
    ...taskAnswers(context),
    ...taskRunAnswers(context),
    ...runAnswers(context),
    ...taskLogAnswers(context),
    ...dataCopyAnswers(context),
    ...taskTypeAnswers(context),
    ...csvJobAnswers(context),
    ...scheduleAnswers(context),
    ...spreadsheetAnswers(context),
    ...devLogAnswers(parts),
    ...eventAnswers(parts),
  ]
}

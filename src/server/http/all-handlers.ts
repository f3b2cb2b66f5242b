import type { SignIn } from '#server/auth/sign-in.ts'
import type { Context } from '#server/context.ts'
import type { EventHub } from '#server/http/events/event-hub.ts'
import { authAnswers } from '#server/http/handlers/auth.ts'
import { csvJobAnswers } from '#server/http/handlers/csv-jobs.ts'
import { dataCopyAnswers } from '#server/http/handlers/data-copy.ts'
import { devLogAnswers } from '#server/http/handlers/dev-logs.ts'
import { eventAnswers } from '#server/http/handlers/events.ts'
import { operationAnswers } from '#server/http/handlers/operations.ts'
import { runAnswers } from '#server/http/handlers/runs.ts'
import { scheduleAnswers } from '#server/http/handlers/schedules.ts'
import { spreadsheetAnswers } from '#server/http/handlers/spreadsheets.ts'
import { taskLogAnswers } from '#server/http/handlers/task-logs.ts'
import { taskRunAnswers } from '#server/http/handlers/task-runs.ts'
import { taskTypeAnswers } from '#server/http/handlers/task-types.ts'
import { taskAnswers } from '#server/http/handlers/tasks.ts'
import type { DevLogs } from '#server/logs/dev-logs.ts'
import type { Metrics } from '#server/metrics.ts'
import type { Answer } from './handler.ts'

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

import type { ApiTokens } from '#server/auth/api-tokens.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import type { SignIn } from '#server/auth/sign-in.ts'
import type { EventHub } from '#server/http/events/event-hub.ts'
import { accessHandlers } from '#server/http/handlers/access.ts'
import { accessCheckHandlers } from '#server/http/handlers/access-check.ts'
import { activityHandlers } from '#server/http/handlers/activity.ts'
import { alertChannelHandlers } from '#server/http/handlers/alert-channels.ts'
import { apiTokenHandlers } from '#server/http/handlers/api-tokens.ts'
import { authHandlers } from '#server/http/handlers/auth.ts'
import { changeSetHandlers } from '#server/http/handlers/change-sets.ts'
import { csvJobHandlers } from '#server/http/handlers/csv-jobs.ts'
import { dataCopyHandlers } from '#server/http/handlers/data-copy.ts'
import { devLogHandlers } from '#server/http/handlers/dev-logs.ts'
import { eventHandlers } from '#server/http/handlers/events.ts'
import { googleSetupHandlers } from '#server/http/handlers/google-setup.ts'
import { helpHandlers } from '#server/http/handlers/help.ts'
import { holdHandlers } from '#server/http/handlers/holds.ts'
import { incidentHandlers } from '#server/http/handlers/incidents.ts'
import { myAlertHandlers } from '#server/http/handlers/my-alerts.ts'
import { operationHandlers } from '#server/http/handlers/operations.ts'
import { overviewHandlers } from '#server/http/handlers/overview.ts'
import { pauseHandlers } from '#server/http/handlers/pauses.ts'
import { previewHandlers } from '#server/http/handlers/previews.ts'
import { runHandlers } from '#server/http/handlers/runs.ts'
import { scheduleHandlers } from '#server/http/handlers/schedules.ts'
import { selectedTaskHandlers } from '#server/http/handlers/selected-tasks.ts'
import { sessionHandlers } from '#server/http/handlers/sessions.ts'
import { spreadsheetHandlers } from '#server/http/handlers/spreadsheets.ts'
import { taskChangeHandlers } from '#server/http/handlers/task-changes.ts'
import { taskLogHandlers } from '#server/http/handlers/task-logs.ts'
import { taskRunHandlers } from '#server/http/handlers/task-runs.ts'
import { taskTypeHandlers } from '#server/http/handlers/task-types.ts'
import { taskHandlers } from '#server/http/handlers/tasks.ts'
import { trashHandlers } from '#server/http/handlers/trash.ts'
import { undoWaveHandlers } from '#server/http/handlers/undo-waves.ts'
import { undoHandlers } from '#server/http/handlers/undos.ts'
import { waveHandlers } from '#server/http/handlers/waves.ts'
import type { DevLogs } from '#server/logs/dev-logs.ts'
import type { Context } from './context.ts'
import type { Handler } from './handler.ts'
import type { Metrics } from './metrics.ts'
import type { PublicOrigins } from './public-origins.ts'

interface HandlerOptions {
  apiTokens: ApiTokens
  context: Context
  devLogs: DevLogs
  eventHub: EventHub
  metrics: Metrics
  origins: () => PublicOrigins
  sessions: Sessions
  signIn: SignIn
  spreadsheetUrl: string
  embeddedSheetsUrl: string | undefined
  stopping: AbortSignal
}

/** Returns the handlers of this node. A worker node only serves the operations routes. */
export function allHandlers({ context, ...parts }: HandlerOptions): Handler[] {
  const operations = operationHandlers({ ...context, ...parts })
  if (context.config.queue.role === 'worker') return operations
  return [
    ...operations,
    ...helpHandlers(),
    ...authHandlers({ ...context, ...parts }),
    ...sessionHandlers(parts),
    ...selectedTaskHandlers(context),
    ...accessHandlers({ ...context, ...parts }),
    ...myAlertHandlers({ ...context, ...parts }),
    ...apiTokenHandlers({ ...context, ...parts }),
    ...alertChannelHandlers({ ...context, ...parts }),
    ...taskHandlers({ ...context, ...parts }),
    ...taskRunHandlers({ ...context, ...parts }),
    ...runHandlers(context),
    ...holdHandlers(context),
    ...incidentHandlers(context),
    ...changeSetHandlers(context),
    ...undoHandlers(context),
    ...undoWaveHandlers(context),
    ...waveHandlers(context),
    ...pauseHandlers(context),
    ...previewHandlers(context),
    ...overviewHandlers(context),
    ...taskLogHandlers(context),
    ...dataCopyHandlers(context),
    ...taskTypeHandlers(context),
    ...csvJobHandlers(context),
    ...scheduleHandlers(context),
    ...spreadsheetHandlers({ ...context, ...parts }),
    ...accessCheckHandlers(context),
    ...googleSetupHandlers({ ...context, ...parts }),
    ...devLogHandlers({ ...context, ...parts }),
    ...activityHandlers(context),
    ...trashHandlers(context),
    ...taskChangeHandlers(context),
    ...eventHandlers(parts),
  ]
}

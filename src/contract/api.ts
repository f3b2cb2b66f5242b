import { access } from './access.ts'
import { accessCheck } from './access-check.ts'
import { activity } from './activity.ts'
import { apiTokens } from './api-token.ts'
import { auth } from './auth.ts'
import { csvJobs } from './csv-job.ts'
import { dataCopy } from './data-copy.ts'
import { devLogs } from './dev-log.ts'
import { events } from './event.ts'
import { googleSetup } from './google-setup.ts'
import { operations } from './operation.ts'
import { overview } from './overview.ts'
import { runs } from './run.ts'
import { schedules } from './schedule.ts'
import { sessions } from './session.ts'
import { spreadsheets } from './spreadsheet.ts'
import { tasks } from './task.ts'
import { taskLogs } from './task-log.ts'
import { taskTypes } from './task-type.ts'

/** Every route, by noun. */
export const api = {
  auth,
  sessions,
  access,
  apiTokens,
  tasks,
  taskLogs,
  dataCopy,
  taskTypes,
  csvJobs,
  runs,
  overview,
  schedules,
  spreadsheets,
  googleSetup,
  accessCheck,
  activity,
  devLogs,
  events,
  operations,
}

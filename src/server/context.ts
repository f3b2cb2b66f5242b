import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { CsvJobs } from './csv/csv-jobs.ts'
import type { Google } from './google/google.ts'
import type { Queue } from './queue/queue.ts'
import type { Schedules } from './schedule/schedules.ts'
import type { Database } from './storage/database.ts'
import type { UserTokens } from './storage/user-tokens.ts'

/** What the running app is made of; each part takes the few that it needs. */
export interface Context {
  readonly config: Config
  readonly database: Database
  readonly userTokens: UserTokens
  readonly google: Google
  readonly queue: Queue
  readonly schedules: Schedules
  readonly csvJobs: CsvJobs
  readonly logger: Logger
  readonly now: () => Date
}

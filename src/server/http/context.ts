import type { Logger } from 'pino'
import type { AccessChecker } from '#server/access/access-checker.ts'
import type { TitleReader } from '#server/access/title-reader.ts'
import type { ChannelParts } from '#server/alerts/channels.ts'
import type { SnoozeLinks } from '#server/alerts/snooze-links.ts'
import type { Lenders } from '#server/auth/lenders.ts'
import type { UserTokens } from '#server/auth/user-tokens.ts'
import type { Config } from '#server/config/config.ts'
import type { CsvJobs } from '#server/csv/csv-jobs.ts'
import type { AccessGrants } from '#server/google/access-grants.ts'
import type { Google } from '#server/google/google.ts'
import type { Previewer } from '#server/preview/previewer.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Schedules } from '#server/schedule/schedules.ts'
import type { GoogleConnection } from '#server/setup/google-connection.ts'
import type { Database } from '#server/storage/database.ts'
import type { Offboarding } from '#server/tasks/watch-offboarding.ts'
import type { Watcher } from '#server/watch/watcher.ts'
import type { NodeHealth } from './node-health.ts'

/** The parts of the running app; each function takes the few it needs. */
export interface Context {
  readonly config: Config
  readonly database: Database
  readonly userTokens: UserTokens
  /** Finds who lends access to spreadsheets, and to whom. */
  readonly lenders: Lenders
  /** Undefined if tasks do not use people's access. */
  readonly accessGrants: AccessGrants | undefined
  /** Ends everything done in the name of people who may no longer sign in. */
  readonly offboarding: Offboarding
  readonly google: Google
  readonly connection: GoogleConnection
  /** Where alerts are sent. */
  readonly alertChannels: ChannelParts
  readonly queue: Queue
  readonly schedules: Schedules
  readonly watcher: Watcher
  readonly csvJobs: CsvJobs
  readonly titleReader: TitleReader
  readonly accessChecker: AccessChecker
  readonly previewer: Previewer
  readonly snoozeLinks: SnoozeLinks
  readonly health: NodeHealth
  readonly logger: Logger
  readonly changeLogger: Logger
  readonly now: () => Date
  /** Formats a time in the schedule's time zone, with the zone's name. */
  readonly formatTime: (at: Date) => string
}

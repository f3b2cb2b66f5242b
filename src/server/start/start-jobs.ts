import { tmpdir } from 'node:os'
import { createAccessChecker } from '#server/access/access-checker.ts'
import { createTitleReader } from '#server/access/title-reader.ts'
import type { SnoozeLinks } from '#server/alerts/snooze-links.ts'
import { startAlerts } from '#server/alerts/start-alerts.ts'
import { startBackups } from '#server/backup/backups.ts'
import { startCsvJobs } from '#server/csv/csv-jobs.ts'
import { createNoteFinder } from '#server/freshness/note-finder.ts'
import { freshnessWatcher } from '#server/freshness/watch-freshness.ts'
import type { Google } from '#server/google/google.ts'
import { endedAccess } from '#server/google/user-account-cache.ts'
import type { Context } from '#server/http/context.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { DEFAULT_HEALTH_TIMING, watchNodeHealth } from '#server/http/node-health.ts'
import { createPreviewer } from '#server/preview/previewer.ts'
import { DEFAULT_TIMING, startQueue } from '#server/queue/queue.ts'
import { startNightlyAccessCheck } from '#server/schedule/nightly-access-check.ts'
import { startSchedules } from '#server/schedule/schedules.ts'
import type { DatabaseClock } from '#server/storage/database-clock.ts'
import { watchOffboarding } from '#server/tasks/watch-offboarding.ts'
import { startWatcher } from '#server/watch/watcher.ts'
import type { Runtime } from './open-runtime.ts'
import type { StartOptions } from './start-options.ts'
import { watchClock } from './watch-clock.ts'

type JobName =
  | 'offboarding'
  | 'queue'
  | 'schedules'
  | 'watcher'
  | 'csvJobs'
  | 'titleReader'
  | 'accessChecker'
  | 'previewer'
  | 'health'

interface Options {
  runtime: Runtime
  clock: DatabaseClock
  google: Google
  metrics: Metrics
  snoozeLinks: SnoozeLinks
  /** Templates and addresses for links in messages. */
  links: { spreadsheetUrl: string; publicUrl: () => string }
  options: StartOptions
  parts: AsyncDisposableStack
}

/** Starts all background jobs in the order of their dependencies. */
export async function startJobs({ parts, options, ...needs }: Options): Promise<Pick<Context, JobName>> {
  const { runtime, clock, google, metrics, snoozeLinks } = needs
  const { config, database, orm, logger } = runtime
  const timing = { ...DEFAULT_TIMING, ...options.queueTiming }
  const offboarding = parts.use(await watchOffboarding(runtime))
  parts.use(await watchClock({ orm, logger, clock, leaseMs: timing.leaseMs, lateWriteMs: google.lateWriteMs }))
  const shared = { ...runtime, google, noteOf: createNoteFinder({ ...runtime, ...needs.links }) }
  const queue = parts.use(await startQueue({ ...shared, timing, metrics: metrics.queue }))
  const schedules = parts.use(await startSchedules({ ...shared, queue }))
  const watcher = parts.use(await startWatcher({ ...shared, queue, tickMs: options.watchTickMs }))
  const csvJobs = parts.use(await startCsvJobs(runtime))
  const { readsPerMinute } = config.sheets.quota
  const titleReader = parts.use(createTitleReader({ ...shared, readsPerMinute }))
  const accessChecker = parts.use(createAccessChecker({ ...shared, checkEdits: watcher.check }))
  const previewer = parts.use(createPreviewer({ ...shared, tempDir: tmpdir() }))
  parts.use(startNightlyAccessCheck({ ...runtime, checker: accessChecker, everyMs: options.accessCheckPollMs }))
  parts.use(
    startAlerts({
      ...runtime,
      explainEndedAccess: (access) => endedAccess(access, access.revokedAt),
      watchFreshness: freshnessWatcher(config.schedule),
      snoozePath: snoozeLinks.buildPath,
      ...options.alertTiming,
    }),
  )
  const { onUnrecoverable = () => undefined } = options
  const healthTiming = { ...DEFAULT_HEALTH_TIMING, ...options.healthTiming }
  const health = parts.use(watchNodeHealth({ database, queue, logger, timing: healthTiming, onUnrecoverable }))
  const { copyFiles } = database
  if (copyFiles) parts.use(startBackups({ ...runtime, copyFiles }))
  return { offboarding, queue, schedules, watcher, csvJobs, titleReader, accessChecker, previewer, health }
}

import type { Logger } from 'pino'
import { HOUR_MS } from '#domain/time.ts'
import { sweepTempFiles } from '#engine/compare/temp-files.ts'
import { deleteOldAlerts } from '#server/alerts/make-alerts.ts'
import { deleteOldCsvJobs } from '#server/csv/csv-job-rows.ts'
import { dropAbandonedCopies } from '#server/data-copy/data-copies.ts'
import { every } from '#server/pace/every.ts'
import { deleteOldAppends } from '#server/runs/appends.ts'
import { deleteOldHolds } from '#server/runs/holds.ts'
import type { Orm } from '#server/storage/database.ts'
import { purgeExpired } from '#server/trash/purge-trash.ts'
import { makeRoomForHistory } from './make-room-for-history.ts'

interface Options {
  orm: Orm
  tempDir: string
  historyBytes: number
  logger: Logger
  now: () => Date
}

/**
 * Deletes leftovers now and every hour: files and rows of attempts on killed nodes, and expired entries of the trash, the
 * change sets and the alerts. Also deletes the oldest entries of tables that grow with every run or import.
 */
export function sweepLeftovers({ orm, tempDir, historyBytes, logger, now }: Options): AsyncDisposable {
  async function sweep(): Promise<void> {
    const folders = await sweepTempFiles(tempDir)
    await makeRoomForHistory(orm, { historyBytes, now })
    await deleteOldAlerts(orm, now())
    await deleteOldAppends(orm)
    await deleteOldHolds(orm)
    await deleteOldCsvJobs(orm)
    const dataCopies = await dropAbandonedCopies(orm, now())
    if (folders + dataCopies > 0) logger.info({ folders, dataCopies }, 'Deleted leftovers of interrupted attempts')
    const expired = await purgeExpired(orm, now())
    if (expired > 0) logger.info({ expired }, 'Deleted for good what had been in the trash for 30 days')
  }

  const onError = (err: unknown) =>
    logger.warn({ err }, 'Deleting what is no longer needed failed; trying again in an hour')
  const sweeps = every(HOUR_MS, { work: sweep, onError })
  void sweeps.runNow()
  return sweeps
}

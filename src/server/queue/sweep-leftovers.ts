import type { Logger } from 'pino'
import { HOUR_MS } from '#domain/time.ts'
import { deleteOldAlerts } from '#server/alerts/make-alerts.ts'
import { expireChangeSets } from '#server/runs/change-sets.ts'
import type { Orm } from '#server/storage/database.ts'
import { sweepScratch } from '#server/sync/scratch.ts'
import { dropAbandonedCopies } from '#server/tasks/data-copies.ts'

interface Options {
  orm: Orm
  scratchDir: string
  historyBytes: number
  logger: Logger
  now: () => Date
}

/** Deletes now and every hour what attempts left behind when their node was killed, and change sets and alerts that are too old. */
export function sweepLeftovers({ orm, scratchDir, historyBytes, logger, now }: Options): AsyncDisposable {
  async function sweep(): Promise<void> {
    try {
      const folders = await sweepScratch(scratchDir)
      await expireChangeSets(orm, { maxBytes: historyBytes, now: now() })
      await deleteOldAlerts(orm, now())
      const dataCopies = await dropAbandonedCopies(orm, now())
      if (folders + dataCopies > 0) logger.info({ folders, dataCopies }, 'Deleted what killed attempts had left')
    } catch (err) {
      logger.warn({ err }, 'Deleting what killed attempts left failed; trying again in an hour')
    }
  }

  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweep()
  }, HOUR_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await sweeping
    },
  }
}

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { latestOccurrence } from '#domain/schedule/schedule-time.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Config } from '#server/config/config.ts'
import { every } from '#server/pace/every.ts'
import { type Database, EMBEDDED_FOLDER } from '#server/storage/database.ts'
import { runBackupCommand } from './backup-command.ts'
import {
  backupName,
  backupsFolder,
  deleteOldBackups,
  deleteUnfinishedBackups,
  listNightlyBackups,
} from './backup-names.ts'
import { handleBackupRequests } from './backup-requests.ts'
import { backUpSnapshot } from './snapshot-backup.ts'

/** Time of day for nightly backups, with little other activity. In the time zone of the schedule. */
const NIGHTLY_AT = '03:30'
const DEFAULT_TIMING: BackupTiming = { requestsEveryMs: SECOND_MS, dueEveryMs: MINUTE_MS, retryAfterMs: HOUR_MS }

interface BackupTiming {
  requestsEveryMs: number
  dueEveryMs: number
  retryAfterMs: number
}

interface Options {
  copyFiles: NonNullable<Database['copyFiles']>
  config: Pick<Config, 'dataDir' | 'backups' | 'backupCommand' | 'schedule'>
  logger: Logger
  now: () => Date
  timing?: Partial<BackupTiming>
}

/**
 * Backs up the embedded database every night, or as soon as the app runs again after a missed night. Also makes backups
 * requested by other processes. Disposing cancels a backup in progress.
 */
export function startBackups({ copyFiles, config, logger, now, ...options }: Options): AsyncDisposable {
  const { dataDir, backups: keep, backupCommand: command, schedule } = config
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const stopping = new AbortController()
  const { signal } = stopping
  const backUp = (folder: string) => backUpSnapshot({ copyFiles, dataDir, folder, signal })
  const runCommand = (folder: string) => runBackupCommand({ command, folder, signal })
  let retryAt = 0

  async function backUpIfDue(): Promise<void> {
    const at = now()
    // If the clock was ahead, still wait for no longer than the pause.
    retryAt = Math.min(retryAt, at.getTime() + timing.retryAfterMs)
    if (keep === 0 || at.getTime() < retryAt) return
    const due = latestOccurrence({ time: NIGHTLY_AT, timezone: schedule.timezone, now: at })
    if (due === undefined || (await lastBackupAt(dataDir, at)) >= due) return
    const folder = join(backupsFolder(dataDir), backupName('nightly', at))
    try {
      await backUp(folder)
      await deleteOldBackups(dataDir, { keep })
      logger.info('Backed up the embedded database')
    } catch (err) {
      if (signal.aborted) return
      retryAt = at.getTime() + timing.retryAfterMs
      logger.error({ err }, 'Backing up the embedded database failed; trying again in an hour')
      return
    }
    await runCommand(folder).catch((err: unknown) => logger.error({ err }, 'The command after a backup failed'))
  }

  const oneAtATime = pLimit(1)
  const onError = (err: unknown) => logger.error({ err }, 'Looking for backups to make failed')
  const handleRequests = () => handleBackupRequests(dataDir, (folder) => backUp(folder).then(() => runCommand(folder)))
  const cleaning = oneAtATime(() => deleteUnfinishedBackups(dataDir)).catch((err: unknown) =>
    logger.warn({ err }, 'Could not delete unfinished backups'),
  )
  const requests = every(timing.requestsEveryMs, { work: () => oneAtATime(handleRequests), onError })
  const nights = every(timing.dueEveryMs, { work: () => oneAtATime(backUpIfDue), onError })
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all([cleaning, requests[Symbol.asyncDispose](), nights[Symbol.asyncDispose]()])
    },
  }
}

/**
 * Returns the time of the last nightly backup. A new installation counts as backed up at its creation. Backups from the future,
 * made while the clock was ahead, do not count.
 */
async function lastBackupAt(dataDir: string, now: Date): Promise<Date> {
  const last = (await listNightlyBackups(dataDir)).findLast(({ at }) => at <= now)
  return last?.at ?? (await stat(join(dataDir, EMBEDDED_FOLDER, 'PG_VERSION'))).mtime
}

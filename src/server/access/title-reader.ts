import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Google } from '#server/google/google.ts'
import type { Orm } from '#server/storage/database.ts'
import { knownTitles, type MissingTitle, missingTitles, saveTitle } from '#server/tasks/spreadsheet-titles.ts'

/** Share of an account's reads to use for titles, because runs need the rest. */
const QUOTA_SHARE = 1 / 4
/** Delay until another try after a spreadsheet could not be read, for example because it is not shared. */
const RETRY_MS = HOUR_MS

/** Reads the titles of spreadsheets for tasks that have not run yet. Each run reads the titles again. */
export interface TitleReader extends AsyncDisposable {
  /** Starts reading the titles missing in tasks, and returns at once. */
  readMissing(): void
}

interface Options {
  orm: Orm
  google: Pick<Google, 'connect'>
  readsPerMinute: number
  logger: Logger
  now: () => Date
}

/** Reads a single spreadsheet at a time. Disposing stops before the next spreadsheet. */
export function createTitleReader({ orm, google, readsPerMinute, logger, now }: Options): TitleReader {
  const stopping = new AbortController()
  const { signal } = stopping
  const pauseMs = MINUTE_MS / readsPerMinute / QUOTA_SHARE
  const retryAtMs = new Map<string, number>()
  let isRequested = false
  let working: Promise<void> | undefined

  async function read({ spreadsheetId, ...preference }: MissingTitle): Promise<void> {
    const client = google.connect({ ...preference, signal, onWait() {}, log() {} })
    try {
      const { title } = await client.getSpreadsheet(spreadsheetId)
      await saveTitle(orm, { spreadsheetId, title })
    } catch (err) {
      if (signal.aborted) return
      retryAtMs.set(spreadsheetId, now().getTime() + RETRY_MS)
      // Ignore a refusal by the provider: the task's next run reports the cause and the fix.
      if (!(err instanceof ProviderError)) logger.error({ err, spreadsheetId }, 'Could not read a title')
    }
  }

  /** Whether a spreadsheet may be tried. A time further away than the pause was set while the clock was ahead. */
  function isDue(spreadsheetId: string): boolean {
    const leftMs = (retryAtMs.get(spreadsheetId) ?? 0) - now().getTime()
    return leftMs <= 0 || leftMs > RETRY_MS
  }

  async function work(): Promise<void> {
    while (isRequested && !signal.aborted) {
      isRequested = false
      const allMissing = await missingTitles(orm)
      const known = allMissing.length > 0 ? await knownTitles(orm) : new Map<string, string>()
      for (const missing of allMissing) {
        if (signal.aborted) return
        const { spreadsheetId } = missing
        const title = known.get(spreadsheetId)
        if (title !== undefined) await saveTitle(orm, { spreadsheetId, title })
        else if (isDue(spreadsheetId)) {
          await read(missing)
          await delay(pauseMs, undefined, { signal }).catch(() => undefined)
        }
      }
    }
  }

  return {
    readMissing() {
      isRequested = true
      working ??= work()
        .catch((err: unknown) => logger.error({ err }, 'Could not read the titles of spreadsheets'))
        .finally(() => {
          working = undefined
        })
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await working
    },
  }
}

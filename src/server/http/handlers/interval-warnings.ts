import { intervalWarning } from '#domain/forecast/interval-load.ts'
import type { Context } from '#server/http/context.ts'
import { readIntervalUses } from '#server/runs/forecast-wave.ts'
import type { Orm } from '#server/storage/database.ts'

interface Saved {
  isSaved: NonNullable<Parameters<typeof readIntervalUses>[1]>
  config: Context['config']
}

/** Says whether the intervals of what was saved need more requests than the quota allows. */
export async function intervalWarnings(orm: Orm, { isSaved, config }: Saved): Promise<string[]> {
  const limits = { ...config.sheets.quota, workers: config.queue.workers }
  return [intervalWarning(await readIntervalUses(orm, isSaved), limits)].filter((warning) => warning !== undefined)
}

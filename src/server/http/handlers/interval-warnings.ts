import { intervalWarning } from '#domain/forecast/interval-load.ts'
import type { Context } from '#server/http/context.ts'
import { readIntervalUses } from '#server/runs/forecast-wave.ts'
import type { Orm } from '#server/storage/database.ts'

interface SavedTasks {
  isSaved: NonNullable<Parameters<typeof readIntervalUses>[1]>
  config: Context['config']
}

/** Warns if the saved intervals need more requests than the quota allows. */
export async function intervalWarnings(orm: Orm, { isSaved, config }: SavedTasks): Promise<string[]> {
  return [intervalWarning(await readIntervalUses(orm, isSaved), config.sheets.quota)].filter(
    (warning) => warning !== undefined,
  )
}

import { createSpreadsheet } from '#server/google/create-spreadsheet.ts'
import { aviation } from './aviation.ts'
import { marketsAndWeather } from './markets-and-weather.ts'
import { places } from './places.ts'
import type { SampleSet } from './sample-set.ts'
import type { SampleSpreadsheet, SpreadsheetKey } from './sample-spreadsheet.ts'
import { sampleTasks, sampleTaskTypes } from './sample-tasks.ts'
import { targets } from './targets.ts'
import { worldReference } from './world-reference.ts'

const spreadsheets: readonly SampleSpreadsheet[] = [worldReference, places, aviation, marketsAndWeather, ...targets]

/**
 * Creates the sample spreadsheets from public data (see data/README.md) on a provider that needs no credentials. Returns their
 * task types and tasks without storing them. `sheetsUrl` is the root of the Sheets API, without a trailing slash.
 * @throws when a request fails. The spreadsheets created so far remain.
 */
export async function createSampleSpreadsheets({ sheetsUrl }: { sheetsUrl: string }): Promise<SampleSet> {
  const ids = new Map<SpreadsheetKey, string>()
  for (const { key, ...spreadsheet } of spreadsheets)
    ids.set(key, await createSpreadsheet({ sheetsUrl, ...spreadsheet }))

  const tasks = sampleTasks.map(({ type, name, from, to, startRow = 1, times = ['None'], isActive = true }) => ({
    type,
    name,
    source_ss_id: ids.get(from[0]) ?? '',
    target_ss_id: ids.get(to[0]) ?? '',
    source_sheet_name: from[1],
    target_sheet_name: to[1],
    scheduled_times: [...times],
    start_row: startRow,
    is_active: isActive,
  }))
  return { taskTypes: [...sampleTaskTypes], tasks }
}

import { sheets_v4 } from '@googleapis/sheets'
import { aviation } from './aviation.ts'
import { marketsAndWeather } from './markets-and-weather.ts'
import { places } from './places.ts'
import type { SampleSet } from './sample-set.ts'
import type { SampleSpreadsheet, SpreadsheetKey } from './sample-spreadsheet.ts'
import { sampleTasks, sampleTaskTypes } from './sample-tasks.ts'
import { targets } from './targets.ts'
import { worldReference } from './world-reference.ts'
import { writeTab } from './write-tab.ts'

const spreadsheets: readonly SampleSpreadsheet[] = [worldReference, places, aviation, marketsAndWeather, ...targets]

/**
 * Creates the sample spreadsheets, from the public data of the vega-datasets package, on a provider that needs no
 * credentials. Returns the task types and tasks for them without storing any. `sheetsUrl` is the root of the Sheets API,
 * without a trailing slash.
 * @throws when a request fails; the spreadsheets created so far remain.
 */
export async function createSampleSpreadsheets({ sheetsUrl }: { sheetsUrl: string }): Promise<SampleSet> {
  const client = new sheets_v4.Sheets({ rootUrl: `${sheetsUrl}/`, retry: false })
  const ids = new Map<SpreadsheetKey, string>()
  for (const spreadsheet of spreadsheets) ids.set(spreadsheet.key, await createSpreadsheet(client, spreadsheet))

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

async function createSpreadsheet(client: sheets_v4.Sheets, { title, tabs }: SampleSpreadsheet): Promise<string> {
  const { data } = await client.spreadsheets.create({
    requestBody: { properties: { title }, sheets: tabs.map(({ name }) => ({ properties: { title: name } })) },
    fields: 'spreadsheetId,sheets.properties(sheetId,title,gridProperties)',
  })
  const spreadsheetId = data.spreadsheetId
  if (!spreadsheetId) throw new Error(`The provider returned no ID for the sample spreadsheet “${title}”`)
  for (const [index, tab] of tabs.entries()) {
    const properties = data.sheets?.[index]?.properties
    const { rowCount, columnCount } = properties?.gridProperties ?? {}
    const grid = { rowCount: rowCount ?? 0, columnCount: columnCount ?? 0 }
    await writeTab(client, { spreadsheetId, sheetId: properties?.sheetId ?? 0, grid, tab })
  }
  return spreadsheetId
}

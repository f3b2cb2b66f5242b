import { quotedTab } from '#domain/copy/a1.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { spreadsheetName } from '#server/google/spreadsheet.ts'
import type { ChangeHistory } from '#server/runs/change-history.ts'
import type { ReadyTarget } from './make-room.ts'

/** Finds the tab that the runs changed, also if it has another name now. @throws ProviderError tab_missing, not_found … */
export async function openRestoredTab(client: SheetsClient, history: ChangeHistory): Promise<ReadyTarget> {
  const { targetSsId, targetTab, sheetId } = history
  const spreadsheet = await client.getSpreadsheet(targetSsId, `the target spreadsheet ${targetSsId}`)
  const tab = spreadsheet.tabs.find((each) =>
    sheetId === null ? each.title.toLowerCase() === targetTab.toLowerCase() : each.sheetId === sheetId,
  )
  if (tab) return { spreadsheet, tab, tabTitle: tab.title }
  const message = `The tab ${quotedTab(targetTab)} of ${spreadsheetName(spreadsheet)} was deleted since, so it cannot be restored. Google keeps it in the version history.`
  throw new ProviderError({ reason: 'tab_missing', message })
}

import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { findByName } from '#domain/guards/find-tab.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { type ReadyTarget, targetFile } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { ChangeHistory } from './change-history.ts'

/** Finds the tab the runs changed, even under another name. @throws ProviderError changed_tab_deleted, not_found … */
export async function openUndoTab(workbook: Workbook, history: ChangeHistory): Promise<ReadyTarget> {
  const { targetSsId, targetTab, sheetId } = history
  const spreadsheet = await workbook.getSpreadsheet(targetSsId, targetFile(targetSsId))
  const { tabs } = spreadsheet
  const tab = sheetId === null ? findByName(tabs, targetTab) : tabs.find((each) => each.sheetId === sheetId)
  if (tab) return { spreadsheet, tab, tabTitle: tab.title }
  throw new ProviderError({ cause: 'changed_tab_deleted', file: pickFileFacts(spreadsheet), tab: targetTab })
}

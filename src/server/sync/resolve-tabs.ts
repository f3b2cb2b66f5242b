import { quotedTab } from '#domain/copy/a1.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type Spreadsheet, spreadsheetName, type Tab } from '#server/google/spreadsheet.ts'

export interface Endpoints {
  sourceId: string
  /** Empty for the first visible tab. */
  sourceTab: string
  targetId: string
  /** Empty for the first visible tab. */
  targetTab: string
}

export interface Source extends Remembered {
  spreadsheet: Spreadsheet
  tab: Tab
}

interface Remembered {
  /** Set if the tab is known from the last run only: the title that the task names, empty for the first visible tab. */
  rememberedAs?: string | undefined
}

export interface Target extends Remembered {
  spreadsheet: Spreadsheet
  /** Undefined if it has to be created. */
  tab: Tab | undefined
  tabTitle: string
}

/** Finds both tabs, with one metadata read per spreadsheet. @throws ProviderError tab_missing, invalid, not_found … */
export async function resolveTabs(client: SheetsClient, ends: Endpoints): Promise<{ source: Source; target: Target }> {
  const [from, to] = await readSpreadsheets(client, ends)
  return findTabs({ from, to, ends })
}

interface SpreadsheetsRead {
  from: Spreadsheet
  to: Spreadsheet
  ends: Endpoints
}

/** @throws ProviderError tab_missing, invalid */
export function findTabs({ from, to, ends }: SpreadsheetsRead): { source: Source; target: Target } {
  const sourceTab = findTab(from, ends.sourceTab)
  if (!sourceTab) throw tabMissing(from, ends.sourceTab)
  const targetTab = findTab(to, ends.targetTab)
  if (!targetTab && ends.targetTab === '') throw tabMissing(to, '')
  if (from.id === to.id && sourceTab.sheetId === targetTab?.sheetId) {
    const message = `Source and target are the same tab, ${quotedTab(sourceTab.title)}. Choose another target tab.`
    throw new ProviderError({ reason: 'invalid', message })
  }
  return {
    source: { spreadsheet: from, tab: sourceTab },
    target: { spreadsheet: to, tab: targetTab, tabTitle: targetTab?.title ?? ends.targetTab },
  }
}

async function readSpreadsheets(client: SheetsClient, { sourceId, targetId }: Endpoints) {
  const source = client.getSpreadsheet(sourceId, sourceLabel(sourceId))
  if (sourceId === targetId) return [await source, await source] as const
  return await Promise.all([source, client.getSpreadsheet(targetId, targetLabel(targetId))])
}

export const sourceLabel = (id: string) => `the source spreadsheet ${id}`
export const targetLabel = (id: string) => `the target spreadsheet ${id}`

/** Ignores case: titles of tabs in a spreadsheet never differ by case alone. */
function findTab(spreadsheet: Spreadsheet, title: string): Tab | undefined {
  const { tabs, otherTabs } = spreadsheet
  if (title === '') return tabs.find(({ isHidden }) => !isHidden) ?? tabs[0]
  const hasTitle = (candidate: string) => candidate.toLowerCase() === title.toLowerCase()
  const tab = tabs.find((candidate) => candidate.title === title) ?? tabs.find((candidate) => hasTitle(candidate.title))
  if (tab || !otherTabs.some(hasTitle)) return tab
  const message = `The tab ${quotedTab(title)} of ${spreadsheetName(spreadsheet)} holds a chart or a data source instead of cells. Choose another tab.`
  throw new ProviderError({ reason: 'invalid', message })
}

function tabMissing(spreadsheet: Spreadsheet, title: string): ProviderError {
  const missing = title === '' ? 'tab with cells' : `tab named ${quotedTab(title)}`
  const tabs = spreadsheet.tabs.map((tab) => quotedTab(tab.title)).join(', ')
  const fix = tabs === '' ? 'Add a tab to it.' : `Choose one of its tabs in the task: ${tabs}.`
  const message = `There is no ${missing} in ${spreadsheetName(spreadsheet)}. ${fix}`
  return new ProviderError({ reason: 'tab_missing', message })
}

import { quotedTab } from '#domain/copy/a1.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type Spreadsheet, spreadsheetName, type Tab } from '#server/google/spreadsheet.ts'

interface Endpoints {
  sourceId: string
  /** Empty for the first tab. */
  sourceTab: string
  targetId: string
  /** Empty for the first tab. */
  targetTab: string
}

export interface Source {
  spreadsheet: Spreadsheet
  tab: Tab
}

export interface Target {
  spreadsheet: Spreadsheet
  /** Undefined when it has to be made. */
  tab: Tab | undefined
  tabTitle: string
}

/** Finds both tabs with one metadata read a spreadsheet. @throws ProviderError tab_missing, invalid, not_found … */
export async function resolve(client: SheetsClient, ends: Endpoints): Promise<{ source: Source; target: Target }> {
  const [from, to] = await readSpreadsheets(client, ends)
  const sourceTab = findTab(from, ends.sourceTab)
  if (!sourceTab) throw tabMissing(from, ends.sourceTab)
  const targetTab = findTab(to, ends.targetTab)
  if (!targetTab && ends.targetTab === '') throw tabMissing(to, '')
  if (from.id === to.id && sourceTab.sheetId === targetTab?.sheetId) {
    const sentence = `The tab ${quotedTab(sourceTab.title)} would be copied onto itself: choose another target tab.`
    throw new ProviderError({ reason: 'invalid', sentence })
  }
  return {
    source: { spreadsheet: from, tab: sourceTab },
    target: { spreadsheet: to, tab: targetTab, tabTitle: targetTab?.title ?? ends.targetTab },
  }
}

async function readSpreadsheets(client: SheetsClient, { sourceId, targetId }: Endpoints) {
  const source = client.getSpreadsheet(sourceId, `the source spreadsheet ${sourceId}`)
  if (sourceId === targetId) return [await source, await source] as const
  return await Promise.all([source, client.getSpreadsheet(targetId, `the target spreadsheet ${targetId}`)])
}

/** Two tabs of a spreadsheet never differ in case alone. */
function findTab(spreadsheet: Spreadsheet, title: string): Tab | undefined {
  const { tabs, otherTabs } = spreadsheet
  if (title === '') return tabs[0]
  const isCalled = (candidate: string) => candidate.toLowerCase() === title.toLowerCase()
  const tab = tabs.find((candidate) => candidate.title === title) ?? tabs.find((candidate) => isCalled(candidate.title))
  if (tab || !otherTabs.some(isCalled)) return tab
  const sentence = `The tab ${quotedTab(title)} of ${spreadsheetName(spreadsheet)} has no cells, it holds a chart: choose another.`
  throw new ProviderError({ reason: 'invalid', sentence })
}

function tabMissing(spreadsheet: Spreadsheet, title: string): ProviderError {
  const wanted = title === '' ? 'with cells' : `named ${quotedTab(title)}`
  const present = spreadsheet.tabs.map((tab) => quotedTab(tab.title)).join(', ') || 'none'
  const name = spreadsheetName(spreadsheet)
  const sentence = `${name.charAt(0).toUpperCase()}${name.slice(1)} has no tab ${wanted}; its tabs are ${present}: choose one of them in the task.`
  return new ProviderError({ reason: 'tab_missing', sentence })
}

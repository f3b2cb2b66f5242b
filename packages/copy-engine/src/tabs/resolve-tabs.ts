import { tabIdIn } from '#contract/spreadsheet-link.ts'
import { literalName } from '#contract/tab-pattern.ts'
import { pickFileFacts, type Spreadsheet, type Tab } from '#domain/copy/spreadsheet.ts'
import { type FoundTab, findByName, findTab } from '#domain/guards/find-tab.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { TabId, TakenTab } from '#domain/tasks/last-tabs.ts'
import { isSameTabName } from '#domain/tasks/same-tab.ts'
import { type PlacedJob, regionOf } from '#engine/job/job-shape.ts'
import type { LastCopy } from '#engine/last-copy/last-copy.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'

/** The tab a task names. */
export interface NamedTab {
  /** The spreadsheet. */
  id: string
  /** Empty for the first visible tab. */
  tab: string
}

interface NamedTarget extends NamedTab {
  /** The tabs of the spreadsheet other tasks copied to last. */
  takenTabs?: readonly TakenTab[]
}

export interface Endpoints {
  source: NamedTab
  target: NamedTarget
  last: Pick<LastCopy, 'tabs'>
}

export interface Source extends Remembered {
  spreadsheet: Spreadsheet
  tab: Tab
}

interface Remembered {
  /** Tab title in the task, if the tab is known only from the last run; empty for the first visible tab. */
  rememberedAs?: string | undefined
}

export interface Target extends Remembered {
  spreadsheet: Spreadsheet
  /** Undefined if it has to be created. */
  tab: Tab | undefined
  tabTitle: string
  /** The first column of the task's region; absent for the first column of the tab. Cells to the left count as empty. */
  firstColumn?: number
}

/** A target limited to the columns of the task's region. */
export function inRegion<Found extends Target>(target: Found, job: PlacedJob): Found {
  const { firstColumn } = regionOf(job)
  return firstColumn === 1 ? target : { ...target, firstColumn }
}

/** The target once it has its tab. */
export interface ReadyTarget extends Target {
  tab: Tab
}

export interface FoundTabs {
  source: Source
  target: Target
  /** How the tabs differ from the tabs of the last copy. */
  changes: TabChange[]
  /** Differences a person has to confirm. */
  holds: Hold[]
}

/** A tab a task keeps copying although it differs from the tab of the last copy. */
export interface TabChange {
  end: 'source' | 'target'
  kind: 'renamed' | 'linked' | 'made_anew'
  /** The tab's name in the task, and its current name. */
  before: string
  title: string
}

/** Finds both tabs, with one metadata read per spreadsheet. @throws ProviderError no_tab, same_tab, not_found … */
export async function resolveTabs(workbook: Workbook, ends: Endpoints): Promise<FoundTabs> {
  const [from, to] = await readSpreadsheets(workbook, ends)
  return requireTabs({ from, to, ends })
}

interface SpreadsheetsRead {
  from: Spreadsheet
  to: Spreadsheet
  ends: Endpoints
}

/** @throws ProviderError no_tab, same_tab, tab_taken, tab_without_cells */
export function requireTabs({ from, to, ends }: SpreadsheetsRead): FoundTabs {
  const { tabs } = ends.last
  const { tab: sourceTab, ...inSource } = findSource(from, { name: ends.source.tab, last: tabs.source })
  const wantedTarget = { name: ends.target.tab, last: tabs.target }
  const foundTarget = findTab(to.tabs, wantedTarget)
  const targetTab = pickTab(foundTarget)
  const targetName = pickName(foundTarget, wantedTarget)
  if (!targetTab && (targetName === '' || tabIdIn(targetName) !== undefined || hasOtherTab(to, targetName)))
    throw tabMissing(to, targetName)
  refuseSameTab({ spreadsheet: from, tab: sourceTab }, { spreadsheet: to, tab: targetTab })
  refuseTakenTab({ spreadsheet: to, tab: targetTab }, ends)
  const inTarget = { end: 'target', spreadsheet: to, found: foundTarget, ...wantedTarget } as const
  return {
    source: { spreadsheet: from, tab: sourceTab },
    target: { spreadsheet: to, tab: targetTab, tabTitle: targetTab?.title ?? targetName },
    changes: [...inSource.changes, ...listChanges(inTarget)],
    holds: [...inSource.holds, ...listHolds(inTarget)],
  }
}

/** @throws ProviderError same_tab */
export function refuseSameTab(source: Source, target: Pick<Target, 'spreadsheet' | 'tab'>): void {
  if (source.spreadsheet.id !== target.spreadsheet.id || source.tab.sheetId !== target.tab?.sheetId) return
  throw new ProviderError({ cause: 'same_tab', file: pickFileFacts(target.spreadsheet), tab: source.tab.title })
}

/** Refuses the tab of another task, unless this task copied to it last, too: earlier releases let tasks share a tab. */
function refuseTakenTab(
  { spreadsheet, tab }: Pick<Target, 'spreadsheet' | 'tab'>,
  { target: { takenTabs = [] }, last }: Endpoints,
): void {
  const taken = takenTabs.find(({ sheetId }) => sheetId === tab?.sheetId)
  if (!taken || !tab || tab.sheetId === last.tabs.target?.sheetId) return
  const file = { ...pickFileFacts(spreadsheet), end: 'target' as const }
  throw new ProviderError({ cause: 'tab_taken', file, tab: tab.title, task: taken.task })
}

/** Finds the tab of a source. @throws ProviderError no_tab, tab_without_cells */
export function findSource(spreadsheet: Spreadsheet, { name, last }: { name: string; last: TabId | null }) {
  const wanted = { name: asWritten(spreadsheet, name), last }
  const found = findTab(spreadsheet.tabs, wanted)
  const tab = pickTab(found)
  if (!tab) throw tabMissing(spreadsheet, pickName(found, wanted))
  const end = { end: 'source', spreadsheet, found, ...wanted } as const
  return { tab, changes: listChanges(end), holds: listHolds(end) }
}

/** Finds the tab titled exactly `x\*` if a task names it so. The name `x\*` stands for `x*`, so a tab named `x*` wins. */
function asWritten({ tabs }: Spreadsheet, name: string): string {
  if (!name.includes('*') || findByName(tabs, name)) return name
  return tabs.find(({ title }) => literalName(title) === name)?.title ?? name
}

function pickTab(found: FoundTab<Tab>): Tab | undefined {
  return 'tab' in found ? found.tab : undefined
}

function pickName(found: FoundTab<Tab>, { name }: { name: string }): string {
  return found.kind === 'deleted' ? found.name : name
}

interface FoundEnd {
  end: 'source' | 'target'
  spreadsheet: Spreadsheet
  found: FoundTab<Tab>
  name: string
}

function listChanges({ end, found, name }: FoundEnd): TabChange[] {
  if (found.kind !== 'renamed' && found.kind !== 'linked' && found.kind !== 'made_anew') return []
  const { title } = found.tab
  return [{ end, kind: found.kind, before: name === '' ? title : name, title }]
}

function listHolds({ end, spreadsheet, found }: FoundEnd): Hold[] {
  const file = { ...pickFileFacts(spreadsheet), end }
  if (found.kind === 'replaced') {
    return [{ cause: 'tab_replaced', file, tab: found.tab.title, now: found.last.title }]
  }
  return found.kind === 'deleted'
    ? [{ cause: 'target_tab_deleted', file: pickFileFacts(spreadsheet), tab: found.name }]
    : []
}

async function readSpreadsheets(workbook: Workbook, ends: Endpoints) {
  const [sourceId, targetId] = [ends.source.id, ends.target.id]
  const source = workbook.getSpreadsheet(sourceId, sourceFile(sourceId))
  if (sourceId === targetId) return [await source, await source] as const
  return await Promise.all([source, workbook.getSpreadsheet(targetId, targetFile(targetId))])
}

export const sourceFile = (id: string) => ({ id, end: 'source' }) as const
export const targetFile = (id: string) => ({ id, end: 'target' }) as const

/** Whether something other than a tab with cells has the name. */
function hasOtherTab({ otherTabs }: Spreadsheet, title: string): boolean {
  return title !== '' && otherTabs.some((other) => isSameTabName(other, title))
}

export function tabMissing(spreadsheet: Spreadsheet, title: string): ProviderError {
  const file = pickFileFacts(spreadsheet)
  if (hasOtherTab(spreadsheet, title)) return new ProviderError({ cause: 'tab_without_cells', file, tab: title })
  const tabs = spreadsheet.tabs.map((tab) => tab.title)
  return new ProviderError({ cause: 'no_tab', file, tab: title, tabs })
}

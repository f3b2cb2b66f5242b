import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Spreadsheet } from '#server/google/spreadsheet.ts'
import { headerRowOf } from './compare.ts'
import { createLayouts, type Layouts, MAX_FIRST_DATA_ROW } from './layouts.ts'
import { describeSource, describeTarget } from './read-layouts.ts'
import { findTabs, type Source, sourceLabel, type Target, targetLabel } from './resolve-tabs.ts'
import type { SyncJob } from './sync-job.ts'
import type { SampledRows } from './window-sizer.ts'

export interface OpenTabs {
  source: Source
  target: Target
  layouts: Layouts
  /** What the source's first rows look like; undefined if that is unknown. */
  sample: SampledRows | undefined
}

/**
 * Finds both tabs and what they hold besides values, with one read per spreadsheet. Where a tab can't be found by its name,
 * another read lists all tabs.
 * @throws ProviderError tab_missing, invalid, not_found …
 */
export async function openTabs(client: SheetsClient, job: SyncJob): Promise<OpenTabs> {
  const { sourceId, targetId } = job
  const [from, to] = await Promise.all([describeSourceIn(client, job), describeTargetIn(client, job)])
  const [fromAll, toAll] = await Promise.all([
    from?.spreadsheet ?? client.getSpreadsheet(sourceId, sourceLabel(sourceId)),
    to?.spreadsheet ?? client.getSpreadsheet(targetId, targetLabel(targetId)),
  ])
  const { source, target } = findTabs({ from: fromAll, to: toAll, ends: job })
  const known = { source: from?.layout, target: to?.layout }
  return { source, target, layouts: createLayouts(client, { source, target, job, known }), sample: from?.sample }
}

function describeSourceIn(client: SheetsClient, job: SyncJob) {
  const { sourceId: id, sourceTab } = job
  const place = { spreadsheet: { id, title: id }, label: sourceLabel(id), ...placeOf(job, sourceTab) }
  return found(job, sourceTab, () => describeSource(client, place))
}

function describeTargetIn(client: SheetsClient, job: SyncJob) {
  const { targetId: id, targetTab, lastRows: rows, lastWidth: columns } = job
  const place = { spreadsheet: { id, title: id }, label: targetLabel(id), ...placeOf(job, targetTab) }
  return found(job, targetTab, () => describeTarget(client, { ...place, expected: { rows, columns } }))
}

function placeOf({ startRow }: SyncJob, tabTitle: string) {
  return { tabTitle: tabTitle === '' ? undefined : tabTitle, firstRow: 1, firstDataRow: headerRowOf(startRow) + 1 }
}

/** What was read of the tab; undefined if it must be looked for among all tabs. */
async function found<Read extends { spreadsheet: Spreadsheet }>(
  { startRow }: SyncJob,
  title: string,
  describe: () => Promise<Read>,
): Promise<Read | undefined> {
  if (startRow > MAX_FIRST_DATA_ROW) return undefined
  try {
    const read = await describe()
    const [tab, ...others] = read.spreadsheet.tabs
    const isIt = tab && others.length === 0 && (title === '' || tab.title.toLowerCase() === title.toLowerCase())
    return isIt ? read : undefined
  } catch (error) {
    if (error instanceof ProviderError && (error.reason === 'tab_missing' || error.reason === 'invalid'))
      return undefined
    throw error
  }
}

import { computeHeaderRow, firstDataRowIn } from '#domain/copy/region.ts'
import type { Spreadsheet } from '#domain/copy/spreadsheet.ts'
import type { Cause } from '#domain/failures/failure.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import { isSameTabName } from '#domain/tasks/same-tab.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'
import { createLayouts, type Layouts, MAX_FIRST_DATA_ROW, readsNotes } from './layouts.ts'
import { describeSource, describeTarget, type SampledRows, type SourceDescription } from './read-layouts.ts'
import { type FoundTabs, inRegion, type NamedTab, requireTabs, sourceFile, targetFile } from './resolve-tabs.ts'

export interface OpenTabs extends FoundTabs {
  layouts: Layouts
  /** A sample of the source's first rows; undefined if there is none. */
  sample: SampledRows | undefined
}

/** A source read before its target is looked for. */
export type KnownSource = Pick<SourceDescription, 'spreadsheet' | 'layout' | 'sample'>

/**
 * Finds both tabs and everything they hold besides values, with one read per spreadsheet. If a tab can't be found by its
 * name, another read lists all tabs.
 * @throws ProviderError tab_missing, invalid, not_found …
 */
export async function openTabs(workbook: Workbook, job: SyncJob, known?: KnownSource): Promise<OpenTabs> {
  const [sourceId, targetId] = [job.source.id, job.target.id]
  const [from, to] = await Promise.all([
    known ?? describeSourceIn(workbook, { ...job.source, startRow: job.startRow, last: job.last.tabs.source }),
    describeTargetIn(workbook, job),
  ])
  const [fromAll, toAll] = await Promise.all([
    from?.spreadsheet ?? workbook.getSpreadsheet(sourceId, sourceFile(sourceId)),
    to?.spreadsheet ?? workbook.getSpreadsheet(targetId, targetFile(targetId)),
  ])
  const tabs = requireTabs({ from: fromAll, to: toAll, ends: job })
  const layouts = { source: from?.layout, target: to?.layout }
  const target = inRegion(tabs.target, job)
  return {
    ...tabs,
    target,
    layouts: createLayouts(workbook, { ...tabs, target, job, known: layouts }),
    sample: from?.sample,
  }
}

interface SourceWanted extends NamedTab, Pick<SyncJob, 'startRow'> {
  /** Tab of the last copy. */
  last: TabId | null
}

/** Undefined if it must be looked for among all tabs. */
export function describeSourceIn(workbook: Workbook, { id, tab, startRow, last }: SourceWanted) {
  const wanted = wantedTab(tab, last)
  const firstDataRow = computeHeaderRow(startRow) + 1
  const place = { spreadsheet: sourceFile(id), ...placeLayout(firstDataRow, wanted) }
  return found(firstDataRow, wanted, () => describeSource(workbook, place))
}

function describeTargetIn(workbook: Workbook, job: SyncJob) {
  const { target, last } = job
  const { rows, width: columns } = last.extent
  const wanted = wantedTab(target.tab, last.tabs.target)
  const firstDataRow = firstDataRowIn(regionOf(job))
  const place = { spreadsheet: targetFile(target.id), ...placeLayout(firstDataRow, wanted) }
  return found(firstDataRow, wanted, () =>
    describeTarget(workbook, { ...place, expected: { rows, columns }, readsNotes: readsNotes(job) }),
  )
}

interface Wanted {
  /** Empty for the first visible tab. */
  title: string
  /** The tab of the last copy. */
  last: TabId | null
}

/** The provider finds a tab by its exact title only. */
function wantedTab(name: string, last: TabId | null): Wanted {
  return { title: last && (name === '' || isSameTabName(name, last.title)) ? last.title : name, last }
}

function placeLayout(firstDataRow: number, { title }: Wanted) {
  return { tabTitle: title || undefined, firstRow: 1, firstDataRow }
}

/** Reasons to list all tabs: no tab has the name, or the provider refuses to read beyond the grid. */
const UNLIKE_EXPECTED: ReadonlySet<Cause> = new Set(['tab_missing', 'invalid', 'grid_changed'])

/** The tab that was read; undefined if it must be looked for among all tabs. */
async function found<Read extends { spreadsheet: Spreadsheet }>(
  firstDataRow: number,
  { title, last }: Wanted,
  describe: () => Promise<Read>,
): Promise<Read | undefined> {
  if (firstDataRow > MAX_FIRST_DATA_ROW) return undefined
  try {
    const read = await describe()
    const [tab, ...others] = read.spreadsheet.tabs
    const isNamed = tab && others.length === 0 && (!title || isSameTabName(tab.title, title))
    return isNamed && (!last || last.sheetId === tab.sheetId) ? read : undefined
  } catch (error) {
    if (error instanceof ProviderError && UNLIKE_EXPECTED.has(error.reason)) return undefined
    throw error
  }
}

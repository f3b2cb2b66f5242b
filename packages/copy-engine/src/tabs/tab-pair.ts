import { computeHeaderRow, firstDataRowIn } from '#domain/copy/region.ts'
import type { Spreadsheet } from '#domain/copy/spreadsheet.ts'
import type { Cause } from '#domain/failures/failure.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import { isSameTabName } from '#domain/tasks/same-tab.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'
import { rememberedTabs, StaleMemory } from './copy-memory.ts'
import { createLayouts, type Layouts, MAX_FIRST_DATA_ROW, readsNotes } from './layouts.ts'
import { describeSource, describeTarget, type SampledRows, type SourceDescription } from './read-layouts.ts'
import { type FoundTabs, inRegion, type NamedTab, requireTabs, sourceFile, targetFile } from './resolve-tabs.ts'

/** The tabs a run works with, as the last run left them or as they are now. */
export interface TabPair extends OpenTabs {
  /** Memory of the last run; undefined if the tabs were found anew. */
  memory: CopyMemory | undefined
}

/**
 * Works with the tabs as the last run left them, if known. Starts over with the current tabs if the remembered tabs have been
 * replaced, or if rows moved during the read. `work` must not write.
 *
 * @throws ProviderError rows_shifted if rows move during every read
 */
export function withTabs<Result>(
  workbook: Workbook,
  job: SyncJob,
  work: (tabs: TabPair) => Promise<Result>,
  known?: KnownSource,
): Promise<Result> {
  return withRestarts(workbook, job.last.memory, async (memory) =>
    work(memory ? recallTabs(workbook, { job, memory }) : await openTabPair(workbook, job, known)),
  )
}

function recallTabs(workbook: Workbook, { job, memory }: { job: SyncJob; memory: CopyMemory }): TabPair {
  const { source, target } = rememberedTabs(memory, job)
  const tabs = { source, target: inRegion(target, job) }
  const layouts = createLayouts(workbook, { ...tabs, job, known: {} })
  return { ...tabs, layouts, memory, sample: undefined, changes: [], holds: [] }
}

async function openTabPair(workbook: Workbook, job: SyncJob, known?: KnownSource): Promise<TabPair> {
  return { ...(await openTabs(workbook, job, known)), memory: undefined }
}

interface OpenTabs extends FoundTabs {
  layouts: Layouts
  /** A sample of the source's first rows; undefined if there is none. */
  sample: SampledRows | undefined
}

/** A source read before the search for its target. */
export type KnownSource = Pick<SourceDescription, 'spreadsheet' | 'layout' | 'sample'>

/**
 * Finds both tabs and everything they hold besides values, with one read per spreadsheet. If a tab can't be found by its
 * name, another read lists all tabs.
 * @throws ProviderError tab_missing, invalid, not_found …
 */
async function openTabs(workbook: Workbook, job: SyncJob, known?: KnownSource): Promise<OpenTabs> {
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

/** Describes the source; undefined if the tab must be searched among all tabs. */
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

/** Picks the title to request, because the provider finds a tab by its exact title only. */
function wantedTab(name: string, last: TabId | null): Wanted {
  return { title: last && (name === '' || isSameTabName(name, last.title)) ? last.title : name, last }
}

function placeLayout(firstDataRow: number, { title }: Wanted) {
  return { tabTitle: title || undefined, firstRow: 1, firstDataRow }
}

/** Reasons to list all tabs: no tab has the name, or the provider refuses to read beyond the grid. */
const UNLIKE_EXPECTED: ReadonlySet<Cause> = new Set(['tab_missing', 'invalid', 'grid_changed'])

/** Checks the tab read by `describe`; returns undefined if the tab must be searched among all tabs. */
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

/** Maximum restarts of a read after rows were inserted or deleted during it. */
const MAX_RESTARTS = 3

/**
 * Reads with the memory of the last run, and again without it if the memory is stale or rows moved during the read.
 *
 * @throws ProviderError rows_shifted if rows move during every read
 */
export async function withRestarts<Memory, Result>(
  workbook: Workbook,
  memory: Memory | undefined,
  read: (memory: Memory | undefined) => Promise<Result>,
): Promise<Result> {
  let known = memory
  for (let restarts = 0; ; ) {
    try {
      return await read(known)
    } catch (error) {
      if (error instanceof ProviderError && error.reason === 'rows_shifted' && restarts < MAX_RESTARTS) {
        restarts += 1
        await workbook.backOff(restarts)
      } else if (!(error instanceof StaleMemory && known)) throw error
      known = undefined
    }
  }
}

import { computeHeaderRow, firstDataRowIn } from '#domain/copy/region.ts'
import type { Spreadsheet } from '#domain/copy/spreadsheet.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { Workbook } from '#engine/workbook.ts'
import { StaleMemory, throwIfGone } from './copy-memory.ts'
import {
  describeSource,
  describeTarget,
  NEW_TAB,
  NO_LAYOUT,
  type SourceLayout,
  type TargetLayout,
} from './read-layouts.ts'
import type { Source, Target } from './resolve-tabs.ts'

/** The layouts and sizes of the tabs. They are read when they are first asked for, and only once. */
export interface Layouts {
  source(): Promise<SourceLayout>
  target(): Promise<TargetLayout>
  currentSource(): Promise<Source>
  currentTarget(): Promise<Target>
}

interface Options {
  source: Source
  target: Target
  job: Pick<SyncJob, 'startRow' | 'shape' | 'note'> & Partial<Pick<SyncJob, 'last'>>
  /** The layouts read with the tabs. */
  known: { source?: SourceLayout | undefined; target?: TargetLayout | undefined }
}

/** Maximum first data row for which the rows above are read too; further down, they would be expensive to read. */
export const MAX_FIRST_DATA_ROW = 100

/** Whether the job asks for the target's notes. */
export function readsNotes({ note }: Pick<SyncJob, 'note'>): boolean {
  return note?.kind === 'note'
}

interface Current<End, Layout> {
  end: End
  layout: Layout
}

/** The methods throw StaleMemory if a tab known only from the last run has been replaced by another tab. */
export function createLayouts(workbook: Workbook, { source, target, job, known }: Options): Layouts {
  const headerRow = computeHeaderRow(job.startRow)
  const readSource = async (): Promise<Current<Source, SourceLayout>> => {
    const { spreadsheet, tab } = source
    if (headerRow > tab.rowCount) return { end: source, layout: NO_LAYOUT }
    const rows = { firstRow: headerRow, firstDataRow: headerRow + 1 }
    const place = { spreadsheet, tabTitle: tab.title, ...rows, grid: currentGrid(source) }
    const { spreadsheet: found, layout } = await describeSource(workbook, place).catch(goneFor(source))
    return { end: { ...source, ...currentTab(source, found) }, layout }
  }
  const readTarget = async (): Promise<Current<Target, TargetLayout>> => {
    const { spreadsheet, tab } = target
    if (!tab) return { end: target, layout: NEW_TAB }
    const firstDataRow = firstDataRowIn(regionOf(job))
    const firstRow = firstDataRow > MAX_FIRST_DATA_ROW ? Math.min(firstDataRow, tab.rowCount) : 1
    const expected = { rows: job.last?.extent.rows, columns: tab.columnCount }
    const grid = currentGrid({ ...target, tab })
    const place = {
      spreadsheet,
      tabTitle: tab.title,
      firstRow,
      firstDataRow,
      expected,
      grid,
      readsNotes: readsNotes(job),
    }
    const { spreadsheet: found, layout } = await describeTarget(workbook, place).catch(goneFor(target))
    return { end: { ...target, ...currentTab({ ...target, tab }, found) }, layout }
  }
  const inSource = once(source, known.source, readSource)
  const inTarget = once(target, known.target, readTarget)
  return {
    source: async () => (await inSource()).layout,
    target: async () => (await inTarget()).layout,
    currentSource: async () => (await inSource()).end,
    currentTarget: async () => (await inTarget()).end,
  }
}

function once<End, Layout>(end: End, known: Layout | undefined, read: () => Promise<Current<End, Layout>>) {
  let result: Promise<Current<End, Layout>> | undefined =
    known === undefined ? undefined : Promise.resolve({ end, layout: known })
  return (): Promise<Current<End, Layout>> => {
    result ??= read()
    return result
  }
}

function goneFor({ rememberedAs }: Pick<Source, 'rememberedAs'>) {
  return (error: unknown): never => {
    if (rememberedAs === undefined) throw error
    throwIfGone(error)
  }
}

/** Size of a tab; undefined if this run has not read it. */
function currentGrid({ tab, rememberedAs }: Pick<Source, 'tab' | 'rememberedAs'>) {
  return rememberedAs === undefined ? tab : undefined
}

/** Returns the current tab. Only a tab known from the last run needs the new description. */
function currentTab({ spreadsheet, tab, rememberedAs }: Source, found: Spreadsheet): Source {
  if (rememberedAs === undefined) return { spreadsheet, tab }
  const [now] = found.tabs
  if (now?.sheetId !== tab.sheetId || now.title !== tab.title) throw new StaleMemory()
  return { spreadsheet: found, tab: now, rememberedAs: undefined }
}

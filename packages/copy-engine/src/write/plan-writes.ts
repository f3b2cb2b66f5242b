import type { Area } from '#domain/copy/area.ts'
import { planTables, type TablePlan, withGrowth } from '#domain/copy/table-growth.ts'
import type { CarriedRows } from '#engine/carry/plan-carry.ts'
import type { Bounds, Changes } from '#engine/compare/changes.ts'
import type { Interference } from '#engine/compare/find-interference.ts'
import type { PreparedCopy } from '#engine/guards/prepare-copy.ts'
import { shapedLayout } from '#engine/guards/shaped-layout.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { Layouts } from '#engine/tabs/layouts.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { checkRoom, type Grid, isLargeEnough } from './make-room.ts'
import { type FormatPlan, planFormats } from './plan-formats.ts'
import { requestsOf } from './write-changes.ts'

/** How a copy would change the target. */
export interface WritePlan {
  /** The target before the writes. */
  target: Target
  /** The size the target's tab needs. */
  grid: Grid
  tables: TablePlan
  formats: FormatPlan
  /** Merged cells of the source's data rows. */
  sourceMerges: Area[]
  interference: Interference
  bounds: Bounds
  /** Whether a preview checked for room with a read. A run would leave the check to the provider. */
  isRoomPreviewed: boolean
}

interface WriteOptions {
  layouts: Layouts
  job: Pick<SyncJob, 'startRow' | 'shape'>
  prepared: PreparedCopy
  bounds: Bounds
  interference: Interference
  /** Whole rows of the target that move first. */
  carried: CarriedRows | undefined
  /** Whether nothing is going to be written. */
  isPreview: boolean
}

/** Minimum cells of a target for which room is always checked: most spreadsheets have room for fewer. */
const MIN_CHECKED_CELLS = 2_000_000

/** Plans the writes of a copy before the first write. @throws ProviderError cell_limit if there is no room */
export async function planWrites(workbook: Workbook, options: WriteOptions): Promise<WritePlan> {
  const { layouts, job, prepared, bounds, interference, carried, isPreview } = options
  const { firstRow: startRow, firstColumn } = regionOf(job)
  const [sourceLayout, found] = await Promise.all([layouts.source(), layouts.target()])
  const current = carried?.target ?? (await layouts.currentTarget())
  const grid = { rows: prepared.lastRow, columns: prepared.width }
  // The provider refuses the first write if there is no room. Moved rows would come before the refusal.
  const checksRoom = carried !== undefined || grid.rows * grid.columns >= MIN_CHECKED_CELLS
  const spreadsheet =
    checksRoom || isPreview ? await checkRoom(workbook, { target: current, grid }) : current.spreadsheet
  const isRoomPreviewed = !checksRoom && spreadsheet !== current.spreadsheet
  const target = { ...current, spreadsheet }
  const region = { startRow, firstColumn, lastRow: prepared.lastRow, lastColumn: bounds.lastColumn }
  const tables = planTables(found.tables, region)
  const layout = { ...found, tables: withGrowth(found.tables, tables) }
  const source = await layouts.currentSource()
  const shown = shapedLayout(sourceLayout, prepared)
  const formats = await planFormats(workbook, {
    source,
    target,
    grid,
    startRow,
    firstColumn,
    sourceLayout: shown,
    targetLayout: layout,
  })
  const sourceMerges = sourceLayout.merges.filter(({ lastRow }) => lastRow >= job.startRow)
  return { target, grid, tables, formats, sourceMerges, interference, bounds, isRoomPreviewed }
}

/** Counts the requests of the writes, if the target takes every value. */
export async function countWrites(plan: WritePlan, changes: Changes): Promise<number> {
  const { target, grid, tables, formats, bounds } = plan
  let count = Number(!target.tab || !isLargeEnough(target.tab, grid))
  count += Number(tables.grown.length > 0)
  count += Number(formats.missing.length > 0)
  const { tabTitle } = target
  for await (const _request of requestsOf({ tabTitle, changes, bounds })) count += 1
  return count
}

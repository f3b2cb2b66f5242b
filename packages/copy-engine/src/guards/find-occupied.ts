import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import {
  createOccupiedFinder,
  hasSameHeader,
  type OccupiedCells,
  type OccupiedFinder,
} from '#domain/guards/occupied-cells.ts'
import { recordedTraits } from '#domain/shape/mode-traits.ts'
import { readRows } from '#engine/compare/read-rows.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { findCopiedWidth } from '#engine/last-copy/last-copy.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

/** Looks for target cells the copy would overwrite or clear although no run of the task wrote them. */
export function findOccupied(job: Pick<SyncJob, 'last' | 'shape'>, { tab }: Pick<Target, 'tab'>): OccupiedFinder {
  const { width, filledRow } = job.last.extent
  const lastRow = (findMode(job.shape).adoptsRows ? undefined : filledRow) ?? Number.POSITIVE_INFINITY
  const own = width === undefined ? undefined : { lastRow, width }
  return createOccupiedFinder(own, { allowsPart: !sharesTarget(job), targetRows: tab?.rowCount ?? 0 })
}

/** Whether the target may have rows of other people, which a mirror of the source would clear. */
function sharesTarget({ last: { baseline, tabs }, shape }: Pick<SyncJob, 'last' | 'shape'>): boolean {
  if (tabs.target?.isReleased) return true
  return recordedTraits(baseline?.shape).keepsEarlierRows && !findMode(shape).keepsEarlierRows
}

interface FirstRun {
  target: Target
  job: Pick<SyncJob, 'startRow' | 'shape' | 'last'>
  /** The header row of the copied columns. */
  header: readonly Cell[]
}

/**
 * Drops the occupied cells if the tab has the source's header: it holds an older state of the source. Costs a read only where a
 * first run would ask.
 */
export async function unlessSameHeader(
  workbook: Workbook,
  found: OccupiedCells | undefined,
  { target, job, header }: FirstRun,
): Promise<OccupiedCells | undefined> {
  if (!found || job.last.extent.width !== undefined || sharesTarget(job)) return found
  const row = firstDataRowIn(regionOf(job)) - 1
  if (row === 0) return found
  const lastColumn = Math.max(header.length, findCopiedWidth(job.last))
  const place = { ...target, window: { firstRow: row, lastRow: row }, lastColumn }
  const { rows } = await readRows(workbook, place)
  const [held = []] = rows
  // An earlier source may have had more columns.
  const isWider = rowWidth(held) > header.length
  return hasSameHeader(header, held) && !isWider ? undefined : found
}

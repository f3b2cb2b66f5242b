import type { FollowedRows } from '#domain/beside/match-rows.ts'
import { isSameConversion } from '#domain/copy/conversion.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import { RejectedCells } from '#domain/copy/rejected-cells.ts'
import type { OccupiedCells } from '#domain/guards/occupied-cells.ts'
import type { SourceProfile } from '#domain/guards/source-profile.ts'
import type { Comparison } from '#engine/compare/compare.ts'
import { createEarlyProfile } from '#engine/compare/early-profile.ts'
import { createEditFinder, type FoundEdits } from '#engine/compare/find-edits.ts'
import type { RowSource } from '#engine/compare/open-shaped.ts'
import { readConversions } from '#engine/compare/read-conversions.ts'
import type { AskedFiles } from '#engine/compare/skip-untouched.ts'
import type { TempFiles } from '#engine/compare/temp-files.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { Layouts } from '#engine/tabs/layouts.ts'
import type { SampledRows } from '#engine/tabs/read-layouts.ts'
import type { Source, Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { createComparableProfiler } from './comparable-baseline.ts'
import { findOccupied, unlessSameHeader } from './find-occupied.ts'
import { trackTargetRows } from './track-target-rows.ts'

export interface PrepareOptions {
  source: Source
  target: Target
  job: SyncJob
  tempFiles: TempFiles
  sample: SampledRows | undefined
  memory: CopyMemory | undefined
  layouts: Layouts
  targetFile: AskedFiles['target']
  keepsChanges?: boolean | undefined
  sources: RowSource
  lastTarget?: SyncPorts['lastTarget'] | undefined
  onProgress: SyncPorts['onProgress']
}

/** Everything known before the first write. */
export interface PreparedCopy extends Comparison {
  /** Number of data rows the target gets, up to the last filled row. */
  rows: number
  firstDataRow: number
  edits: FoundEdits | undefined
  /** Target cells in the way of the copy, not written by the task's runs; undefined if there are none. */
  occupied: OccupiedCells | undefined
  /** Profile of the source, if it was built while reads were in flight. */
  profile: SourceProfile | undefined
  /** Moves and removals of target rows; undefined if the rows are not tracked. */
  fates: FollowedRows | undefined
}

/** Reads the cells the copy needs from both spreadsheets, and reports progress by row. */
export async function prepareCopy(workbook: Workbook, options: PrepareOptions): Promise<PreparedCopy> {
  const { onProgress, lastTarget, ...toCompare } = options
  const { source, job } = options
  const firstDataRow = firstDataRowIn(regionOf(job))
  const dataRowsUpTo = (lastRow: number) => Math.max(0, lastRow - firstDataRow + 1)
  const estimatedRows = job.last.extent.rows ?? dataRowsUpTo(source.tab.rowCount)
  const onCompared = (lastRow: number) => {
    const rowsDone = dataRowsUpTo(lastRow)
    onProgress({ rowsDone, rowsTotal: Math.max(rowsDone, estimatedRows), phase: 'reading' })
  }
  const mode = findMode(job.shape)
  const edits =
    mode.isInPlace && lastTarget ? createEditFinder({ ask: lastTarget, width: job.last.extent.width ?? 0 }) : undefined
  // Appended rows go below all other rows, where no cell is occupied.
  const finder = mode.addsRows ? undefined : findOccupied(job, options.target)
  const tracker = trackTargetRows(options)
  const rejected = await findRejected(workbook, options)
  const { shape } = job
  // With a shape, the compared rows are not the source's rows.
  const profile = shape ? undefined : createEarlyProfile(createComparableProfiler(job), options.tempFiles.rows)
  const both = { ...toCompare, edits, occupied: finder, tracker, rejected, profile, onCompared }
  const comparison = await mode.compare(workbook, { ...both, shape })
  const { header } = comparison
  const occupied = await unlessSameHeader(workbook, finder?.end(), { ...options, header })
  return {
    ...comparison,
    lastRow: comparison.keyed?.lastRow ?? comparison.lastRow,
    rows: dataRowsUpTo(comparison.lastRow),
    firstDataRow,
    edits: edits?.end(),
    occupied,
    fates: tracker?.end(),
    profile: await profile?.end(),
  }
}

/** Finds the cells that earlier copies could not change, if they still have the same formats and validation. */
async function findRejected(workbook: Workbook, { target, job }: Pick<PrepareOptions, 'target' | 'job'>) {
  const { rejected } = job.last
  // People may move the rows of a target updated by key.
  if (!target.tab || !findMode(job.shape).isInPlace) return new RejectedCells([])
  const conversions = await readConversions(workbook, { target, cells: rejected })
  return new RejectedCells(rejected.filter((cell) => isSameConversion(conversions.get(cell), cell.conversion)))
}

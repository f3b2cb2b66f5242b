import { type RowTracker, type TrackedRegion, trackRows } from '#domain/beside/track-rows.ts'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import { findKeyColumn } from '#domain/guards/baseline.ts'
import { matchColumns } from '#domain/guards/compare-headers.ts'
import { normalizeText } from '#domain/recognize/normalize-text.ts'
import { leftColumnsOf, regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { findCopiedWidth } from '#engine/last-copy/last-copy.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import { type ComparableJob, comparableBaseline } from './comparable-baseline.ts'

/** Tracks the rows of a target that may have remarks beside them. */
export function trackTargetRows({ target, job }: { target: Target; job: SyncJob }): RowTracker | undefined {
  const region = regionOf(job)
  if ((job.beside ?? 'leave') === 'leave' || findMode(job.shape).keepsEarlierRows || !target.tab) return undefined
  const copiedWidth = findCopiedWidth(job.last)
  // Without a baseline of the last copy, no guard judges the copy.
  if (copiedWidth > 0 && !job.last.baseline) return undefined
  const keepsRows = job.beside === 'carry'
  if (!keepsRows && region.firstColumn === 1 && target.tab.columnCount <= copiedWidth) return undefined
  const regionFor = (header: readonly Cell[]) => ({
    firstDataRow: firstDataRowIn(region),
    firstColumn: region.firstColumn,
    lastColumn: copiedWidth || rowWidth(header),
    keys: identifyingColumns(job, header),
    locale: target.spreadsheet.locale,
  })
  return trackRows({ regionFor, keepsRows })
}

/** The columns that identify a row: the columns that must be unique together, else the key column the guards found. */
export function identifyingColumns(job: ComparableJob, header: readonly Cell[]): TrackedRegion['keys'] {
  const { rules, shape } = job
  const names = header.map((cell) => normalizeText(String(cell ?? '')))
  const unique = rules.expectations.unique.map((name) => names.indexOf(normalizeText(name)) + 1)
  if (unique.length > 0 && unique.every((column) => column > 0))
    return unique.map((column) => ({ target: column, source: column }))
  const last = comparableBaseline(job)
  const key = findKeyColumn(last)
  if (!last || key === undefined) return []
  if (shape) {
    const column = leftColumnsOf(shape) + key
    return shape.columns.length > 0 && key > shape.columns.length ? [] : [{ target: column, source: column }]
  }
  const width = last.profile.columns.length
  const places = matchColumns({ last: last.header, now: header, changing: last.changingHeaders ?? [], width })
  const source = places[key - 1] ?? 0
  return source === 0 ? [] : [{ target: key, source }]
}

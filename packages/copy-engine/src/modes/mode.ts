import type { Cell } from '#domain/copy/cell.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { ModeTraits } from '#domain/shape/mode-traits.ts'
import type { FinishedRows } from '#domain/shape/place-append.ts'
import type { Comparison } from '#engine/compare/compare.ts'
import type { CompareOptions } from '#engine/compare/compare-shaped.ts'
import type { JobShape } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

interface PlaceOptions {
  job: SyncJob
  target: Target
  /** Columns of the source, as far as they are known before it is read. */
  sourceColumns: number
}

/** A copy that was read for one placement of its rows. */
interface PlacedCopy {
  prepared: { readonly width: number; readonly lastRow: number }
}

/** A copy into a target where other rows stay. */
export interface CopyBesideRows {
  shape: JobShape
  prepared: Pick<Comparison, 'header' | 'keyed'>
  target: Target
  last: SyncJob['last']
}

/** The header of the rows that stay. */
export interface HeaderAbove {
  held: readonly Cell[]
  allowsRenamed: boolean
  /** Number of columns on the left that are not compared. */
  leftColumns?: number
}

type BaselineShape = NonNullable<Baseline['shape']>

/** How rows get into the target. */
export interface Mode extends ModeTraits {
  /**
   * Finds the place of the rows and reads the copy. Reads it again if it needs another place.
   * @throws ProviderError appended_rows_moved
   */
  place<Copy extends PlacedCopy>(
    workbook: Workbook,
    options: PlaceOptions,
    read: (job: SyncJob) => Promise<Copy>,
  ): Promise<Copy>
  /** Compares the target with the source. */
  compare(workbook: Workbook, options: CompareOptions): Promise<Comparison>
  /** Finds the header of the rows that stay; undefined if no row stays, or if the last copy went below the same header. */
  findHeaderAbove(workbook: Workbook, copy: CopyBesideRows): Promise<HeaderAbove | undefined>
  /** Describes a copy for the guards of the next copy. */
  describeCopy(
    copy: Pick<CopyBesideRows, 'shape' | 'prepared'> & { last: BaselineShape | undefined },
  ): Pick<BaselineShape, 'mode' | 'header' | 'headerAbove'>
  /** Options of this mode, besides the general options of a shape, that decide what a run reads and where it writes. */
  listBasis(shape: JobShape): unknown[]
  /** Builds the job for a second pass of the same attempt. Its rows stay where the first pass put them. */
  keepPlacement(shape: JobShape, appended: FinishedRows): JobShape
}

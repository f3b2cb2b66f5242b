import type { KeptCell } from '#domain/copy/kept-cells.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Measures } from '#domain/guards/measures.ts'
import { type LastTabs, NO_TABS } from '#domain/tasks/last-tabs.ts'
import type { CopyMemory } from './copy-memory.ts'

/** The state that earlier copies left in a target, as far as they were between the same places. */
export interface LastCopy {
  /** Tabs of the last copies; null at an end where no copy used the tab that the task names. */
  readonly tabs: LastTabs
  readonly extent: Extent
  /** After the last copy that was not undone, for the guards; null without a copy. */
  readonly baseline: Baseline | null
  /** Newest first: how each copy that changed something differed from the one before it. */
  readonly measures: readonly Measures[]
  /** Cells that did not take their values. */
  readonly rejected: readonly KeptCell[]
  /** Lets a run skip reads; undefined unless the last run ended in Success. */
  readonly memory?: CopyMemory | undefined
}

/** Size of the region, as far as it is known. */
export interface Extent {
  /** Data rows of the source; undefined before the first copy. */
  readonly rows?: number | undefined
  /** Error cells of the source; undefined before the first copy. */
  readonly errorCells?: number | undefined
  /** The largest width that runs may have given the region; undefined before the first run, which asks before it overwrites. */
  readonly width?: number | undefined
  /** The width after the last copy, maybe from another source, whose columns beside a narrower copy are not wanted. */
  readonly formerWidth?: number | undefined
  /** The last row that runs may have filled; undefined if it is not known. */
  readonly filledRow?: number | undefined
}

export const NO_COPY: LastCopy = { tabs: NO_TABS, extent: {}, baseline: null, measures: [], rejected: [] }

/** Includes cells that a run may have written, although it was not seen to. */
export function extendTo(extent: Extent, { width = 0, filledRow = 0 }: Extent): Extent {
  return { ...extent, width: Math.max(extent.width ?? 0, width), filledRow: Math.max(extent.filledRow ?? 0, filledRow) }
}

/** Columns that earlier runs may have filled, all of which a mirror compares and clears. */
export function findCopiedWidth({ extent: { width = 0, formerWidth = 0 } }: Pick<LastCopy, 'extent'>): number {
  return Math.max(width, formerWidth)
}

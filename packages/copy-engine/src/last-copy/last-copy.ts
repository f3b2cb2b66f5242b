import type { RejectedCell } from '#domain/copy/rejected-cells.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Measures } from '#domain/guards/measures.ts'
import { type LastTabs, NO_TABS } from '#domain/tasks/last-tabs.ts'
import type { CopyMemory } from './copy-memory.ts'

/** The state that earlier copies between the same places left in a target. */
export interface LastCopy {
  /** Tabs of the last copies; null for an end if no copy used the tab the task names. */
  readonly tabs: LastTabs
  readonly extent: Extent
  /** Baseline of the guards after the last copy that was not undone; null without a copy. */
  readonly baseline: Baseline | null
  /** Differences between each changing copy and the copy before it, newest first. */
  readonly measures: readonly Measures[]
  /** Cells that did not take their values. */
  readonly rejected: readonly RejectedCell[]
  /** Lets a run skip reads; undefined unless the last run ended in Success. */
  readonly memory?: CopyMemory | undefined
}

/** Size of the region, as far as it is known. */
export interface Extent {
  /** Data rows of the source; undefined before the first copy. */
  readonly rows?: number | undefined
  /** Error cells of the source; undefined before the first copy. */
  readonly errorCells?: number | undefined
  /** Maximum width runs may have given the region; undefined before the first run, which asks before it overwrites. */
  readonly width?: number | undefined
  /** Width after the last copy, maybe from another source. Its columns beside a narrower copy are cleared. */
  readonly formerWidth?: number | undefined
  /** The last row runs may have filled; undefined if it is not known. */
  readonly filledRow?: number | undefined
}

export const NO_COPY: LastCopy = { tabs: NO_TABS, extent: {}, baseline: null, measures: [], rejected: [] }

/** Extends an extent by cells a run may have written. */
export function extendTo(extent: Extent, { width = 0, filledRow = 0 }: Extent): Extent {
  return { ...extent, width: Math.max(extent.width ?? 0, width), filledRow: Math.max(extent.filledRow ?? 0, filledRow) }
}

/** Columns earlier runs may have filled; a mirror compares and clears all of them. */
export function findCopiedWidth({ extent: { width = 0, formerWidth = 0 } }: Pick<LastCopy, 'extent'>): number {
  return Math.max(width, formerWidth)
}

import type { KeptCell } from '#domain/copy/kept-cells.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Measures } from '#domain/guards/measures.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import { type Extent, extendTo, type LastCopy } from './last-copy.ts'

/** The state after a copy in one of several targets, stored as JSON. */
export interface StoredCopy {
  lastRows?: number | undefined
  lastWidth?: number | undefined
  lastFilledRow?: number | undefined
  lastErrorCells?: number | undefined
  baseline: Baseline | null
  /** Newest first. */
  measures: readonly Measures[]
  keptCells: readonly KeptCell[]
}

/** Maximum changing copies to measure the usual change by. */
const MAX_MEASURES = 10

/** Reads the state of a target. It has no source tab, because the rows to copy are given. */
export function readStoredCopy(stored: StoredCopy, target: TabId | null): LastCopy {
  const { lastRows: rows, lastWidth: width, lastFilledRow: filledRow, lastErrorCells: errorCells } = stored
  const { baseline, measures, keptCells: rejected } = stored
  return {
    tabs: { source: null, target },
    extent: { rows, width, filledRow, errorCells },
    baseline,
    measures,
    rejected,
  }
}

export function storeCopy({ extent, baseline, measures, rejected }: LastCopy): StoredCopy {
  const { rows: lastRows, width: lastWidth, filledRow: lastFilledRow, errorCells: lastErrorCells } = extent
  const sizes = { lastRows, lastWidth, lastFilledRow, lastErrorCells }
  return { ...sizes, baseline, measures: measures.slice(0, MAX_MEASURES), keptCells: rejected }
}

/** Extends a stored state by cells a run may be about to write. */
export function extendStored<Stored extends StoredCopy>(stored: Stored, reach: Extent): Stored {
  const { width: lastWidth, filledRow: lastFilledRow } = extendTo(readStoredCopy(stored, null).extent, reach)
  return { ...stored, lastWidth, lastFilledRow }
}

import { NO_COUNTS, type RunCounts } from '#domain/runs/run-counts.ts'
import type { Bounds, Changes } from '#engine/compare/changes.ts'
import type { Interference } from '#engine/compare/find-interference.ts'
import type { Window } from '#engine/compare/read-rows.ts'
import { type FoundChanges, openTempFiles } from '#engine/compare/temp-files.ts'
import type { RecordUpTo } from '#engine/record/record-changes.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Differences, type ExpectedRows, recheck } from './recheck.ts'
import { spanWindows, writeChanges } from './write-changes.ts'

interface EqualOptions {
  target: ReadyTarget
  changes: Changes
  expected: ExpectedRows
  bounds: Bounds
  interference: Interference
  /** Whether the target is read again, because its rows were sorted. */
  rereads: boolean
  /** Records `changes` up to a position. */
  recordUpTo: RecordUpTo
  /** Prepares the record of further changes. */
  prepareRecord(changes: FoundChanges): Promise<RecordUpTo>
  tempDir: string
  onWritten(lastRow: number): void
}

export interface Copied extends RunCounts {
  /** Cells that did not take the source's value; none if the target was verified to be equal. */
  differences: Differences
}

/** Maximum writes: the first may break an array formula, and the second puts values where its results were. */
const MAX_WRITES = 2

/**
 * Writes the changes until the target is verified to equal the source. Each write returns the resulting cells. If they
 * differ, or if something in the target may have changed other cells, the target is read again.
 */
export async function makeEqual(workbook: Workbook, options: EqualOptions): Promise<Copied> {
  const { target, expected, bounds, interference, rereads, tempDir, onWritten } = options
  await using later = new AsyncDisposableStack()
  let { changes, recordUpTo } = options
  let cells = 0
  for (let writes = 1; ; writes += 1) {
    const isFirst = writes === 1
    // Report only the first write, so rows reported as written stay so.
    const report = isFirst ? onWritten : () => {}
    const written = await writeChanges(workbook, { target, changes, bounds, recordUpTo, onWritten: report })
    if (isFirst) cells += written.cells
    const isInDoubt = isFirst && rereads
    const window = spanWindows(written.doubtful, interference.mayChangeOthers || isInDoubt ? EVERY_ROW : undefined)
    if ((written.cells === 0 && !isInDoubt) || !window) {
      return { ...NOTHING_COPIED, cellsChanged: cells }
    }
    const found = later.use(openTempFiles(tempDir))
    const differences = await recheck(workbook, { target, expected, bounds, window, changes: found })
    if (differences.count === 0 || writes === MAX_WRITES) {
      return { ...NOTHING_COPIED, cellsChanged: Math.max(0, cells - differences.count), differences }
    }
    changes = found
    recordUpTo = await options.prepareRecord(found)
  }
}

export const NO_DIFFERENCES: Differences = { count: 0, first: undefined, cells: [] }
export const NOTHING_COPIED: Copied = { ...NO_COUNTS, differences: NO_DIFFERENCES }
const EVERY_ROW: Window = { firstRow: 1, lastRow: Number.POSITIVE_INFINITY }

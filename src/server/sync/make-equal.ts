import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Interference } from './find-interference.ts'
import type { ReadyTarget } from './make-room.ts'
import type { Window } from './read-rows.ts'
import { type Differences, type ExpectedRows, recheck } from './recheck.ts'
import type { RecordUpTo } from './record-changes.ts'
import { openScratch } from './scratch.ts'
import { type Bounds, type Changes, span, writeChanges } from './write-changes.ts'

interface EqualOptions {
  target: ReadyTarget
  changes: Changes
  expected: ExpectedRows
  bounds: Bounds
  interference: Interference
  /** Of `changes`. */
  recordUpTo: RecordUpTo
  /** Prepares the record of further changes. */
  prepareRecord(changes: Changes): Promise<RecordUpTo>
  scratchDir: string
  onWritten(lastRow: number): void
}

export interface Copied {
  cellsChanged: number
  /** Cells that did not take the source's value; none if the target was seen equal. */
  differences: Differences
}

/** The first write may break an array formula; the second one puts values where its results were. */
const MAX_WRITES = 2

/**
 * Writes the changes until the target was seen equal to the source: each write returns what the cells hold afterwards, and
 * where that differs, or where something in the target may have changed other cells, the target is read again.
 */
export async function makeEqual(client: SheetsClient, options: EqualOptions): Promise<Copied> {
  const { target, expected, bounds, interference, scratchDir, onWritten } = options
  await using later = new AsyncDisposableStack()
  let { changes, recordUpTo } = options
  let cells = 0
  for (let writes = 1; ; writes += 1) {
    const isFirst = writes === 1
    // Rows that were reported as written stay so.
    const report = isFirst ? onWritten : () => {}
    const written = await writeChanges(client, { target, changes, bounds, recordUpTo, onWritten: report })
    if (isFirst) cells = written.cells
    const window = span(written.doubtful, interference.mayChangeOthers ? EVERY_ROW : undefined)
    if (written.cells === 0 || !window) return { cellsChanged: cells, differences: { count: 0, first: undefined } }
    const found = later.use(openScratch(scratchDir))
    const differences = await recheck(client, { target, expected, bounds, window, changes: found })
    if (differences.count === 0 || writes === MAX_WRITES) {
      return { cellsChanged: Math.max(0, cells - differences.count), differences }
    }
    changes = found
    recordUpTo = await options.prepareRecord(found)
  }
}

const EVERY_ROW: Window = { firstRow: 1, lastRow: Number.POSITIVE_INFINITY }

import { countCells } from '#domain/copy/patch.ts'
import { NO_COUNTS, type RunCounts } from '#domain/runs/run-counts.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Bounds, Changes } from '#server/sync/compare/changes.ts'
import type { Interference } from '#server/sync/compare/find-interference.ts'
import type { Window } from '#server/sync/compare/read-rows.ts'
import { type FoundChanges, openScratch } from '#server/sync/compare/scratch.ts'
import type { RecordUpTo } from '#server/sync/record/record-changes.ts'
import type { ReadyTarget } from '#server/sync/tabs/resolve-tabs.ts'
import { moveCells } from './move-cells.ts'
import type { MovePlan } from './plan-moves.ts'
import { type Differences, type ExpectedRows, recheck } from './recheck.ts'
import { requestsOf, span, writeChanges } from './write-changes.ts'

interface EqualOptions {
  target: ReadyTarget
  changes: Changes
  /** Moves cells of the target instead of writing them all. */
  movePlan: MovePlan | undefined
  expected: ExpectedRows
  bounds: Bounds
  interference: Interference
  /** Whether the target is read again, because its rows were sorted. */
  rereads: boolean
  /** Records `changes`, up to a row. */
  recordUpTo: RecordUpTo
  /** Prepares the record of further changes. */
  prepareRecord(changes: FoundChanges): Promise<RecordUpTo>
  scratchDir: string
  onWritten(lastRow: number): void
}

export interface Copied extends RunCounts {
  /** Cells that did not take the source's value; none if the target was seen equal. */
  differences: Differences
  /** Cells were to be moved, and it is unknown whether they were or still will be. */
  hasUnknownMove: boolean
}

/** Maximum writes: the first may break an array formula, and the second puts values where its results were. */
const MAX_WRITES = 2

/**
 * Writes the changes until the target was seen equal to the source: each write returns what the cells hold afterwards, and
 * where that differs, or where something in the target may have changed other cells, the target is read again.
 */
export async function makeEqual(client: SheetsClient, options: EqualOptions): Promise<Copied> {
  const { target, expected, bounds, interference, rereads, scratchDir, onWritten } = options
  await using later = new AsyncDisposableStack()
  const begun = await beginWithMoves(client, options)
  let { changes, recordUpTo } = begun
  let cells = begun.movedCells
  const cellsMoved = begun.hasUnknownMove ? 0 : begun.movedCells
  for (let writes = 1; ; writes += 1) {
    const isFirst = writes === 1
    // Rows that were reported as written stay so.
    const report = isFirst ? onWritten : () => {}
    const written = await writeChanges(client, { target, changes, bounds, recordUpTo, onWritten: report })
    if (isFirst) cells += written.cells
    const isInDoubt = isFirst && (begun.hasUnknownMove || rereads)
    const window = span(written.doubtful, interference.mayChangeOthers || isInDoubt ? EVERY_ROW : undefined)
    if ((written.cells === 0 && !isInDoubt) || !window) {
      return { cellsChanged: cells, cellsMoved, differences: NO_DIFFERENCES, hasUnknownMove: begun.hasUnknownMove }
    }
    const found = later.use(openScratch(scratchDir))
    const differences = await recheck(client, { target, expected, bounds, window, changes: found })
    if (differences.count === 0 || writes === begun.maxWrites) {
      const cellsChanged = Math.max(0, cells - differences.count)
      return { cellsChanged, cellsMoved, differences, hasUnknownMove: begun.hasUnknownMove }
    }
    changes = found
    recordUpTo = await options.prepareRecord(found)
  }
}

export const NO_DIFFERENCES: Differences = { count: 0, first: undefined, cells: [] }
export const NOTHING_COPIED: Copied = { ...NO_COUNTS, differences: NO_DIFFERENCES, hasUnknownMove: false }
const EVERY_ROW: Window = { firstRow: 1, lastRow: Number.POSITIVE_INFINITY }

interface Begun {
  /** The changes still to write. */
  changes: Changes
  /** Records the changes that are not recorded yet, up to a row. */
  recordUpTo: RecordUpTo
  /** Moved cells, which no write counts. */
  movedCells: number
  /** Whether cells may have been moved otherwise than planned. */
  hasUnknownMove: boolean
  maxWrites: number
}

async function beginWithMoves(client: SheetsClient, options: EqualOptions): Promise<Begun> {
  const { target, expected, changes, movePlan, recordUpTo } = options
  const plainly = { changes, recordUpTo, movedCells: 0, hasUnknownMove: false, maxWrites: MAX_WRITES }
  if (!movePlan) return plainly
  await recordAll(options)
  const { moves, rest, movedCells } = movePlan
  const moved = await moveCells(client, { target, moves, expected })
  const recorded = { ...plainly, recordUpTo: async () => {} }
  if (moved === 'unmoved') return recorded
  const hasUnknownMove = moved === 'unknown'
  const maxWrites = hasUnknownMove ? MAX_WRITES + 1 : MAX_WRITES
  return { ...recorded, changes: rest, movedCells, hasUnknownMove, maxWrites }
}

/** Records all changes before cells are moved: the move changes most of them at once. */
async function recordAll({ target: { tabTitle }, changes, bounds, recordUpTo }: EqualOptions): Promise<void> {
  let cells = 0
  for await (const patches of requestsOf({ tabTitle, changes, bounds })) {
    cells += patches.reduce((sum, patch) => sum + countCells(patch), 0)
    await recordUpTo(cells, patches)
  }
}

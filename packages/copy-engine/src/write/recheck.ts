import type { Cell } from '#domain/copy/cell.ts'
import { diffRows } from '#domain/copy/diff-rows.ts'
import { isFormula } from '#domain/copy/entered.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { clipPatch, type Patch } from '#domain/copy/patch.ts'
import { firstDataRowIn, type Region } from '#domain/copy/region.ts'
import { type DifferingCell, MAX_REJECTED_CELLS, type RejectedCells } from '#domain/copy/rejected-cells.ts'
import { type Bounds, type Changes, patchesIn } from '#engine/compare/changes.ts'
import { readRows, type Window } from '#engine/compare/read-rows.ts'
import type { FoundChanges, TempFiles } from '#engine/compare/temp-files.ts'
import { createWindowSizer } from '#engine/compare/window-sizer.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

/** The rows the target should hold. */
export interface ExpectedRows {
  region: Region
  /** Header row, copied if the region has it. */
  header: Cell[]
  rows: TempFiles['rows']
  /** Number of `rows` for the target; absent for all. */
  rowCount?: number
  /** Rejected cells, which are not compared. */
  rejected: RejectedCells
}

interface RecheckOptions {
  target: ReadyTarget
  expected: ExpectedRows
  bounds: Bounds
  /** The rows to read again. */
  window: Window
  /** Receives the cells that differ. */
  changes: FoundChanges
}

export interface Differences {
  count: number
  first: { row: number; column: number } | undefined
  /** The first differing cells, sorted by row. */
  cells: readonly DifferingCell[]
}

/** Reads rows of the target again and compares them with the source as it was read. */
export async function recheck(workbook: Workbook, options: RecheckOptions): Promise<Differences> {
  const { target, expected, bounds, window, changes } = options
  const collected = collectDifferences()
  for await (const { firstRow, rows, record } of joinWindows(expected, bounds)) {
    const lastRow = firstRow + rows.length - 1
    if (lastRow < window.firstRow || firstRow > window.lastRow) continue
    const read = await readRows(workbook, { ...target, window: { firstRow, lastRow }, lastColumn: bounds.lastColumn })
    record(read.bytes)
    const compared = { firstRow, source: rows, target: withBareErrors(read.rows, rows) }
    expected.rejected.settle(compared)
    const { fills, clears } = diffRows(compared)
    const inside = clears.flatMap((patch) => clipPatch(patch, bounds) ?? [])
    if (fills.length > 0) await changes.fills.append(fills)
    if (inside.length > 0) await changes.clears.append(inside)
    collected.add([...fills, ...inside])
  }
  return collected.end()
}

/** Drops the message of an error in the target if the source has the same error. */
function withBareErrors(target: readonly Cell[][], source: readonly Cell[][]): Cell[][] {
  return target.map((row, down) =>
    row.map((cell, at) => (bareError(cell) === source[down]?.[at] ? (source[down]?.[at] ?? null) : cell)),
  )
}

/** Collects differing cells from windows, from top to bottom. */
function collectDifferences() {
  const cells: DifferingCell[] = []
  let count = 0
  return {
    add(patches: readonly Patch[]) {
      const found = patches
        .flatMap(listCells)
        .toSorted((one, other) => one.row - other.row || one.column - other.column)
      count += found.length
      cells.push(...found.slice(0, MAX_REJECTED_CELLS - cells.length))
    },
    end: (): Differences => ({ count, first: cells[0], cells }),
  }
}

/** Counts the cells still to be written, and lists the first. */
export async function differencesIn(changes: Changes, bounds: Bounds): Promise<Differences> {
  const collected = collectDifferences()
  for await (const patch of patchesIn(changes, bounds)) collected.add([patch])
  return collected.end()
}

function listCells({ row, column, cells, before }: Patch): DifferingCell[] {
  return cells.flatMap((patched, down) =>
    patched.flatMap((sent, right) => {
      const held = before?.[down]?.[right] ?? null
      const kept = isFormula(held) ? null : held
      return sent === null ? [] : [{ row: row + down, column: column + right, sent, kept }]
    }),
  )
}

/** The rows to copy, from the first row on, in parts. */
async function* rowsToExpect({ region, header, rows, rowCount }: ExpectedRows) {
  let { firstRow } = region
  const endRow = rowCount === undefined ? Number.POSITIVE_INFINITY : firstDataRowIn(region) + rowCount
  if (region.writesHeader) {
    yield { firstRow, rows: [header] }
    firstRow += 1
  }
  for await (const chunk of rows) {
    if (firstRow >= endRow) return
    yield { firstRow, rows: chunk.slice(0, endRow - firstRow) }
    firstRow += chunk.length
  }
}

/** Joins the stored chunks into windows that each fit into one response. */
async function* joinWindows(expected: ExpectedRows, { lastColumn }: Bounds) {
  const sizer = createWindowSizer({ columns: lastColumn })
  let window: { firstRow: number; rows: Cell[][] } = { firstRow: expected.region.firstRow, rows: [] }
  const measured = () => {
    const { rows: expected } = window
    // The target may hold less than expected, so use the larger size.
    const expectedBytes = expected.reduce((sum, row) => sum + jsonBytes(row), 0)
    const record = (bytes: number) => sizer.record({ rows: expected.length, bytes: Math.max(bytes, expectedBytes) })
    return { ...window, record }
  }
  for await (const { rows: chunk } of rowsToExpect(expected)) {
    if (window.rows.length > 0 && window.rows.length + chunk.length > sizer.rows) {
      yield measured()
      window = { firstRow: window.firstRow + window.rows.length, rows: [] }
    }
    window.rows.push(...chunk)
  }
  if (window.rows.length > 0) yield measured()
}

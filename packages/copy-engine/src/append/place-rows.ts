import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { changesIn } from '#domain/copy/change-block.ts'
import { type Entered, isSameEntry } from '#domain/copy/entered.ts'
import type { Region } from '#domain/copy/region.ts'
import { isSameSecond } from '#domain/copy/serial-time.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { isBlankRow } from '#domain/recognize/normalize-text.ts'
import {
  type AppendPlace,
  type AppendState,
  computeLastRow,
  type FoundRow,
  placeAppend,
  type RunRows,
} from '#domain/shape/place-append.ts'
import { findPrepared, isUnchecked, removeBoxes } from '#engine/compare/find-prepared.ts'
import { readRows, type Window } from '#engine/compare/read-rows.ts'
import { createWindowSizer } from '#engine/compare/window-sizer.ts'
import type { JobShape } from '#engine/job/job-shape.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

interface Options {
  target: Target
  /** Region in which the first run begins. */
  base: Region
  append: AppendState
  timeColumn: string
  /** The last column in which a filled cell makes a row filled. */
  lastColumn: number
}

interface Placing extends Pick<Options, 'target' | 'append' | 'lastColumn'> {
  shape: Pick<JobShape, 'region' | 'timeColumn'>
}

/**
 * Finds where a run adds its rows. If the last run succeeded, only the rows from its last row on are read.
 * @throws ProviderError appended_rows_moved
 */
export async function placeInTarget(workbook: Workbook, { shape, ...placing }: Placing): Promise<AppendPlace> {
  const { region: base, timeColumn = '' } = shape
  const options = { ...placing, base, timeColumn }
  const { target, append } = options
  const isHere = ({ sheetId, firstColumn, firstRow }: RunRows) =>
    (sheetId === null || sheetId === target.tab?.sheetId) &&
    firstColumn === base.firstColumn &&
    firstRow >= base.firstRow
  const own = append.own && isHere(append.own) ? append.own : undefined
  const unfinished = append.unfinished.filter(isHere)
  const runs = { own, unfinished }
  const isUsual = own === undefined && unfinished.length === 0
  const lastRow = isUsual ? Math.max(append.lastRow ?? 0, base.firstRow) : base.firstRow
  let rows = await findRows(workbook, { ...options, runs, firstRow: lastRow })
  // Rows above were deleted, so the last rows have moved up.
  if (rows.found.length === 0 && lastRow > base.firstRow)
    rows = await findRows(workbook, { ...options, runs, firstRow: base.firstRow })
  const { found, blank } = rows
  const place = placeAppend({ base, own, found }) ?? throwMoved(target)
  return { ...place, blank }
}

export function throwMoved({ spreadsheet, tabTitle: tab }: Target): never {
  throw new ProviderError({ cause: 'appended_rows_moved', file: pickFileFacts(spreadsheet), tab })
}

interface Runs {
  own: RunRows | undefined
  unfinished: readonly RunRows[]
}

interface Search extends Omit<Options, 'append'> {
  runs: Runs
  firstRow: number
}

/**
 * Finds the filled rows from `firstRow` on, from top to bottom. Among rows that no run of the task wrote, keeps only the rows
 * that decide the place. Below the last filled row, blank rows and rows with checkboxes that people prepared count as empty.
 */
async function findRows(
  workbook: Workbook,
  { target, base, timeColumn, lastColumn, runs, firstRow }: Search,
): Promise<Pick<AppendPlace, 'blank'> & { found: FoundRow[] }> {
  const found: FoundRow[] = []
  const blank = new Map<number, Cell[]>()
  let unchecked: { row: number; cells: Cell[] }[] = []
  const add = (filled: FoundRow) => {
    // Above the rows of the run, only the last row the task did not write matters.
    const isAbove = filled.row < (runs.own?.firstRow ?? filled.row + 1)
    if (isAbove && filled.of === 'others' && found.at(-1)?.of === 'others') found.pop()
    found.push(filled)
  }
  const sizer = createWindowSizer({ columns: lastColumn })
  const end = target.tab?.rowCount ?? 0
  for (let first = firstRow; first <= end; ) {
    const window = { firstRow: first, lastRow: Math.min(first + sizer.rows - 1, end) }
    const { rows, bytes } = await readRows(workbook, { ...target, window, lastColumn })
    sizer.record({ rows: window.lastRow - first + 1, bytes })
    const written = await writtenCells(runs, window)
    for (const [down, cells] of rows.entries()) {
      const row = first + down
      if (isBlankRow(cells)) {
        if (cells.length > 0) blank.set(row, cells)
        continue
      }
      const of = findOwner({ row, cells, time: cells[base.firstColumn - 1] ?? null }, { ...runs, timeColumn, written })
      if (of === 'others' && isUnchecked(cells)) {
        unchecked.push({ row, cells })
        continue
      }
      for (const above of unchecked) add({ row: above.row, of: 'others', cells: [] })
      unchecked = []
      blank.clear()
      add({ row, of, cells: of === 'unfinished' ? cells : [] })
    }
    first = window.lastRow + 1
  }
  const prepared = await findPrepared(workbook, { target, rows: unchecked })
  for (const { row, cells } of unchecked) {
    if (prepared.has(row)) blank.set(row, removeBoxes(cells))
    else add({ row, of: 'others', cells: [] })
  }
  return { found, blank }
}

interface PlacedCells {
  row: number
  cells: readonly Cell[]
  time: Cell
}

interface Known extends Runs, Pick<Options, 'timeColumn'> {
  /** The cells that earlier attempts and unfinished runs may have written, by row and column. */
  written: ReadonlyMap<string, Entered[]>
}

function findOwner({ row, cells, time }: PlacedCells, { own, unfinished, timeColumn, written }: Known): FoundRow['of'] {
  const isHeader = time === timeColumn
  // A run may have written a row in part. Any other cell beside an empty time belongs to a person.
  const isWritten =
    isEmptyCell(time) && cells.every((cell, at) => isEmptyCell(cell) || wasWritten(cell, written, { row, at }))
  if (own) {
    const isOwnHeader = isHeader && isHeaderRow(own, row)
    if (isSameSecond(time, own.time) || isOwnHeader || (isWritten && isReservedFor(own, row))) return 'this_run'
  }
  if (unfinished.some((run) => isSameSecond(time, run.time) || (isHeader && run.writesHeader))) return 'unfinished'
  return isWritten ? 'unfinished' : 'others'
}

function isHeaderRow({ writesHeader, firstRow }: RunRows, row: number): boolean {
  return writesHeader && row === firstRow
}

function isReservedFor(run: RunRows, row: number): boolean {
  return row >= run.firstRow && row <= computeLastRow(run)
}

function wasWritten(cell: Cell, written: Known['written'], { row, at }: { row: number; at: number }): boolean {
  return (written.get(`${row} ${at + 1}`) ?? []).some((after) => isSameEntry(after, cell))
}

async function writtenCells({ own, unfinished }: Runs, window: Window): Promise<Map<string, Entered[]>> {
  const written = new Map<string, Entered[]>()
  for (const run of own ? [own, ...unfinished] : unfinished) {
    const rows = {
      firstRow: Math.max(window.firstRow, run.firstRow),
      lastRow: Math.min(window.lastRow, computeLastRow(run)),
    }
    if (rows.firstRow > rows.lastRow) continue
    for (const block of await run.changesIn(rows)) {
      for (const { row, column, after } of changesIn(block)) {
        const key = `${row} ${column}`
        written.set(key, [...(written.get(key) ?? []), after])
      }
    }
  }
  return written
}

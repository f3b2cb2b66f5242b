import { createHash } from 'node:crypto'
import { type Cell, isEmptyCell, rowWidth } from '#domain/copy/cell.ts'
import { isSameEntry } from '#domain/copy/entered.ts'
import { countCells, type Patch } from '#domain/copy/patch.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import type { RowMark } from '#domain/hand-out/held-rows.ts'
import { pluralize } from '#domain/pluralize.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import { extendTo } from '#engine/last-copy/last-copy.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { ChangeStore } from '#engine/record/change-store.ts'
import { openEnteredCells } from '#engine/record/entered-cells.ts'
import { prepareRecord } from '#engine/record/record-changes.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { ChangeHistory } from '#engine/undo/change-history.ts'
import { openUndoTab } from '#engine/undo/open-undo-tab.ts'
import { listChangedCells } from '#engine/undo/plan-undo.ts'
import { relocateHistory } from '#engine/undo/relocate-history.ts'
import { changedTab } from '#engine/undo/run-undo.ts'
import { undoCell } from '#engine/undo/undo-cell.ts'
import type { UndoJob } from '#engine/undo/undo-job.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Grid, makeRoom } from '#engine/write/make-room.ts'
import type { HandOutPorts } from './hand-out-ports.ts'
import type { TargetUndo } from './read-target-undos.ts'
import { countParkedRows, forgetMemory, type ParkedRows, type TargetCopy } from './target-store.ts'

interface ParkOptions {
  job: Pick<UndoJob, 'startRow' | 'shape'>
  target: Pick<TargetUndo, 'key' | 'targetSsId' | 'now' | 'before'>
  history: ChangeHistory
  ports: Pick<HandOutPorts, 'targets' | 'willWriteTo' | 'tempDir' | 'log'>
  changes: ChangeStore
}

/**
 * Copies rows of a target below the last row, before an undo removes the rows from their places. Copies all visible rows if
 * rows of the target are in doubt. Returns the state of the target with the new places, so any later run removes the copies.
 *
 * @throws ProviderError if the cells there are not empty, if people edited or moved the rows, or if the undo reverts an earlier
 * copy
 */
export async function parkRows(
  workbook: Workbook,
  { marks, ...options }: ParkOptions & { marks: readonly RowMark[] },
): Promise<TargetCopy> {
  const { target, job, ports } = options
  const { now, before, key } = target
  const { parked: earlier, doubtful } = now.left
  const hasDigest = earlier?.digest !== undefined
  const areParked = hasDigest && marks.every((mark) => earlier.marks.some(([, hash]) => hash === mark[1]))
  if (earlier && ((hasDigest && !areParked) || isReverted(options.history, earlier)))
    throw refuse('Rows of an earlier undo are still below the others. Run the task, then try again.')
  if (areParked) return now
  if (!doubtful && marks.some((mark) => !now.left.marks.includes(mark)))
    throw refuse(
      `${pluralize(marks.length, 'row')} would be in no target, because an earlier write broke off. Run the task, then try again.`,
    )
  const ready = await openUndoTab(workbook, options.history)
  const history = (await relocateHistory(options.history, ready)) ?? options.history
  const { firstColumn, ...region } = regionOf(job)
  const firstDataRow = firstDataRowIn({ firstColumn, ...region })
  const lastColumn = Math.max(firstColumn, now.left.extent.width ?? 0)
  const filled = [now.left.extent.filledRow, before.left.extent.filledRow, options.history.windows.at(-1)?.lastRow]
  const firstRow = earlier?.firstRow ?? Math.max(firstDataRow - 1, ...filled.map((row) => row ?? 0)) + 1
  const columns = { firstColumn, lastColumn }
  const rows = doubtful
    ? // A write of unknown fate may have moved rows within the target, so no place of a row is known.
      Array.from({ length: firstRow - firstDataRow }, (_, index) => firstDataRow + index)
    : marks.map((mark) => firstDataRow + now.left.marks.indexOf(mark))
  const count = pluralize(marks.length, 'row')
  const otherRow = await findOtherRow(workbook, { ready, history, rows, isDoubtful: doubtful !== undefined })
  if (otherRow !== undefined)
    throw refuse(
      `${count} would be in no target, because row ${otherRow} was edited or moved since. Run the task, then try again.`,
    )
  const [from, to] = doubtful ? [firstDataRow, firstRow - 1] : [Math.min(...rows), Math.max(...rows)]
  const held = await readRows(workbook, ready, { firstRow: from, lastRow: Math.max(from, to), ...columns })
  const filledRows = held.findLastIndex((row) => !row.every(isEmptyCell)) + 1
  const cells = doubtful ? held.slice(0, filledRows) : rows.map((row) => held[row - from] ?? [])
  if (cells.length === 0) return now
  const lastRow = firstRow + cells.length - 1
  // The region of the target grows to include the copied rows.
  const claimed = { firstRow: Math.max(firstDataRow - 1, now.left.extent.filledRow ?? 0) + 1, lastRow, ...columns }
  const ownUpTo = doubtful ? firstRow - 1 : 0
  if (!earlier && (await hasOtherCells(workbook, { ready, history, area: claimed, ownUpTo })))
    throw refuse(`${count} would be in no target, because row ${claimed.firstRow} and the rows below it are not empty.`)
  const state = (parked: ParkedRows): TargetCopy => {
    const forgotten = forgetMemory(now)
    const extent = extendTo(now.left.extent, { width: lastColumn, filledRow: lastRow })
    return { ...forgotten, left: { ...forgotten.left, extent, parked } }
  }
  const grid = { rows: lastRow, columns: lastColumn }
  const patch = { row: firstRow, column: firstColumn, cells }
  const parked = doubtful ? { firstRow, marks: [], rowCount: cells.length } : { firstRow, marks }
  const onRecorded = () => ports.targets.saveTarget(key, state(parked))
  await writeRows(workbook, { ...options, ready, patch, grid, onRecorded })
  const copy = state({ ...parked, digest: hashCells(cells) })
  await ports.targets.saveTarget(key, copy)
  return copy
}

/** Whether the undo reverts the write of parked rows. A second undo back to the same run also undoes the first undo. */
function isReverted({ windows }: ChangeHistory, parked: ParkedRows): boolean {
  const { firstRow } = parked
  const lastRow = firstRow + countParkedRows(parked) - 1
  return windows.some((window) => window.firstRow <= lastRow && window.lastRow >= firstRow)
}

interface RowsToPark {
  ready: ReadyTarget
  history: ChangeHistory
  rows: readonly number[]
  /** Whether the newest writes may have been applied or not. */
  isDoubtful: boolean
}

/**
 * Finds the first row whose changed cells differ from the runs' values, because people have sorted, inserted or edited rows
 * since.
 */
async function findOtherRow(
  workbook: Workbook,
  { ready, history, rows, isDoubtful }: RowsToPark,
): Promise<number | undefined> {
  const { windows, lastColumn } = history
  const entered = openEnteredCells(workbook, { target: ready, lastColumn })
  const wanted = new Set(rows)
  for (const area of isDoubtful ? windows : rows.map((row) => ({ firstRow: row, lastRow: row }))) {
    const cells = (await listChangedCells(history, area)).filter(({ row }) => wanted.has(row))
    if (cells.length === 0) continue
    const found = await entered.read({ ...area, firstColumn: 1, lastColumn })
    const other = cells.find(({ row, column, steps }) => {
      const current = found[row - area.firstRow]?.[column - 1] ?? null
      if (isDoubtful) return undoCell({ current, steps, undoesEdited: false }).isEdited
      return !steps[0]?.written.some((entry) => isSameEntry(entry, current))
    })
    if (other) return other.row
  }
  return undefined
}

interface ClaimedArea {
  ready: ReadyTarget
  history: ChangeHistory
  area: CellArea
  /** Last row where cells that the runs changed may be filled. */
  ownUpTo: number
}

/** Whether an area has filled cells that may belong to other people. */
async function hasOtherCells(workbook: Workbook, { ready, history, area, ownUpTo }: ClaimedArea): Promise<boolean> {
  const { firstRow, firstColumn } = area
  const changed = ownUpTo < firstRow ? [] : await listChangedCells(history, { firstRow, lastRow: ownUpTo })
  const own = new Set(changed.map(({ row, column }) => `${row} ${column}`))
  return (await readRows(workbook, ready, area)).some((cells, down) =>
    cells.some((cell, across) => !isEmptyCell(cell) && !own.has(`${firstRow + down} ${firstColumn + across}`)),
  )
}

/** Clears parked rows once their targets have them. Returns false if people have edited the parked rows. */
export async function clearParkedRows(
  workbook: Workbook,
  { parked, ...options }: ParkOptions & { parked: ParkedRows },
): Promise<boolean> {
  const { job, target, history } = options
  const { firstRow, digest } = parked
  const rowCount = countParkedRows(parked)
  const ready = await openUndoTab(workbook, history)
  const { firstColumn } = regionOf(job)
  const lastColumn = Math.max(firstColumn, target.now.left.extent.width ?? 0)
  const lastRow = firstRow + rowCount - 1
  const before = await readRows(workbook, ready, { firstRow, lastRow, firstColumn, lastColumn })
  if (before.every((row) => row.every(isEmptyCell))) return true
  if (digest !== undefined && hashCells(before) !== digest) return false
  const cells = Array.from({ length: rowCount }, () => Array<Cell>(lastColumn - firstColumn + 1).fill(''))
  const patch = { row: firstRow, column: firstColumn, cells, before }
  await writeRows(workbook, { ...options, ready, patch, grid: { rows: lastRow, columns: lastColumn } })
  return true
}

interface RowsToWrite extends ParkOptions {
  ready: ReadyTarget
  patch: Patch
  grid: Grid
  onRecorded?(): Promise<void>
}

/** Records rows, then writes them. */
async function writeRows(
  workbook: Workbook,
  { ready, patch, grid, onRecorded, target, history, changes, ports }: RowsToWrite,
): Promise<void> {
  const { tempDir, log } = ports
  await using stack = new AsyncDisposableStack()
  const patches = async function* () {
    yield patch
  }
  const open = () => changes.open(changedTab(history, ready))
  const recordUpTo = await prepareRecord({ patches, open, entered: undefined, tempDir, stack, log })
  await recordUpTo(countCells(patch), [patch])
  await onRecorded?.()
  await ports.willWriteTo({ targetSsId: target.targetSsId, sheetId: ready.tab.sheetId })
  const { spreadsheet, tabTitle } = await makeRoom(workbook, { target: ready, grid })
  await workbook.writeValues({ spreadsheet, tabTitle, patches: [patch] })
}

interface CellArea {
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}

/** Reads the part of an area that is inside the grid. */
async function readRows(workbook: Workbook, { spreadsheet, tab }: ReadyTarget, area: CellArea): Promise<Cell[][]> {
  if (area.firstRow > tab.rowCount || area.firstColumn > tab.columnCount) return []
  return (await workbook.readValues({ spreadsheet, range: { tab: tab.title, ...area } })).rows
}

function hashCells(rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => JSON.stringify(row.slice(0, rowWidth(row)).map((cell) => cell ?? '')))
  return createHash('sha1').update(texts.join('\n')).digest('base64url')
}

function refuse(reason: string): ProviderError {
  return new ProviderError({ cause: 'unknown', reason })
}

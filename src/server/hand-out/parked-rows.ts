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
import type { UndoJob } from '#engine/undo/undo-job.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Grid, makeRoom } from '#engine/write/make-room.ts'
import type { HandOutPorts } from './hand-out-ports.ts'
import type { TargetUndo } from './read-target-undos.ts'
import { forgetMemory, type ParkedRows, type TargetCopy } from './target-store.ts'

interface ParkOptions {
  job: Pick<UndoJob, 'startRow' | 'shape'>
  target: Pick<TargetUndo, 'key' | 'targetSsId' | 'now' | 'before'>
  history: ChangeHistory
  ports: Pick<HandOutPorts, 'targets' | 'willWriteTo' | 'tempDir' | 'log'>
  changes: ChangeStore
}

/**
 * Copies rows of a target below its last row, before an undo removes them from their places. Returns the state of the target
 * with the new places of the rows, so any later run removes the copies.
 *
 * @throws ProviderError if the cells there are not empty, if people edited or moved the rows, or if the undo reverts an earlier
 * copy
 */
export async function parkRows(
  workbook: Workbook,
  { marks, ...options }: ParkOptions & { marks: readonly RowMark[] },
): Promise<TargetCopy> {
  const { target, history, job, ports } = options
  const { now, before, key } = target
  const { parked: earlier } = now.left
  const hasDigest = earlier?.digest !== undefined
  const areParked = hasDigest && marks.every((mark) => earlier.marks.some(([, hash]) => hash === mark[1]))
  if (earlier && ((hasDigest && !areParked) || isReverted(history, earlier)))
    throw refuse('Rows of an earlier undo are still below the others. Run the task, then try again.')
  if (areParked) return now
  if (marks.some((mark) => !now.left.marks.includes(mark)))
    throw refuse(
      `${pluralize(marks.length, 'row')} would be in no target, because an earlier write broke off. Run the task, then try again.`,
    )
  const ready = await openUndoTab(workbook, history)
  const { firstColumn, ...region } = regionOf(job)
  const firstDataRow = firstDataRowIn({ firstColumn, ...region })
  const lastColumn = Math.max(firstColumn, now.left.extent.width ?? 0)
  const rows = marks.map((mark) => firstDataRow + now.left.marks.indexOf(mark))
  const filled = [now.left.extent.filledRow, before.left.extent.filledRow, history.windows.at(-1)?.lastRow]
  const firstRow = earlier?.firstRow ?? Math.max(firstDataRow - 1, ...filled.map((row) => row ?? 0)) + 1
  const lastRow = firstRow + rows.length - 1
  const columns = { firstColumn, lastColumn }
  const from = Math.min(...rows)
  const otherRow = await findOtherRow(workbook, { ready, history, rows })
  if (otherRow !== undefined)
    throw refuse(
      `${pluralize(rows.length, 'row')} would be in no target, because row ${otherRow} was edited or moved since. Run the task, then try again.`,
    )
  const held = await readRows(workbook, ready, { firstRow: from, lastRow: Math.max(...rows), ...columns })
  const cells = rows.map((row) => held[row - from] ?? [])
  // The region of the target grows to include the copied rows.
  const claimed = { firstRow: Math.max(firstDataRow - 1, now.left.extent.filledRow ?? 0) + 1, lastRow, ...columns }
  const isTaken = (await readRows(workbook, ready, claimed)).some((row) => !row.every(isEmptyCell))
  if (isTaken && !earlier)
    throw refuse(
      `${pluralize(rows.length, 'row')} would be in no target, because row ${claimed.firstRow} and the rows below it are not empty.`,
    )
  const state = (parked: ParkedRows): TargetCopy => {
    const forgotten = forgetMemory(now)
    const extent = extendTo(now.left.extent, { width: lastColumn, filledRow: lastRow })
    return { ...forgotten, left: { ...forgotten.left, extent, parked } }
  }
  const grid = { rows: lastRow, columns: lastColumn }
  const patch = { row: firstRow, column: firstColumn, cells }
  await writeRows(workbook, {
    ...options,
    ready,
    patch,
    grid,
    onRecorded: () => ports.targets.saveTarget(key, state({ firstRow, marks })),
  })
  const parked = state({ firstRow, marks, digest: hashCells(cells) })
  await ports.targets.saveTarget(key, parked)
  return parked
}

/** Whether the undo reverts the write of parked rows. A second undo back to the same run also undoes the first undo. */
function isReverted({ windows }: ChangeHistory, { firstRow, marks }: ParkedRows): boolean {
  const lastRow = firstRow + marks.length - 1
  return windows.some((window) => window.firstRow <= lastRow && window.lastRow >= firstRow)
}

/**
 * Finds the first row whose changed cells differ from the runs' values, because people have sorted, inserted or edited rows
 * since.
 */
async function findOtherRow(
  workbook: Workbook,
  { ready, history, rows }: { ready: ReadyTarget; history: ChangeHistory; rows: readonly number[] },
): Promise<number | undefined> {
  const current = (await relocateHistory(history, ready)) ?? history
  const entered = openEnteredCells(workbook, { target: ready, lastColumn: current.lastColumn })
  for (const row of rows) {
    const area = { firstRow: row, lastRow: row }
    const cells = await listChangedCells(current, area)
    if (cells.length === 0) continue
    const [found = []] = await entered.read({ ...area, firstColumn: 1, lastColumn: current.lastColumn })
    const isAsLeft = cells.every(({ column, steps: [newest] }) =>
      newest?.written.some((entry) => isSameEntry(entry, found[column - 1])),
    )
    if (!isAsLeft) return row
  }
  return undefined
}

/** Clears parked rows once their targets have them. Returns false if people have edited the parked rows. */
export async function clearParkedRows(
  workbook: Workbook,
  { parked, ...options }: ParkOptions & { parked: ParkedRows },
): Promise<boolean> {
  const { job, target, history } = options
  const { firstRow, marks, digest } = parked
  const ready = await openUndoTab(workbook, history)
  const { firstColumn } = regionOf(job)
  const lastColumn = Math.max(firstColumn, target.now.left.extent.width ?? 0)
  const lastRow = firstRow + marks.length - 1
  const before = await readRows(workbook, ready, { firstRow, lastRow, firstColumn, lastColumn })
  if (before.every((row) => row.every(isEmptyCell))) return true
  if (digest !== undefined && hashCells(before) !== digest) return false
  const cells = marks.map(() => Array<Cell>(lastColumn - firstColumn + 1).fill(''))
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

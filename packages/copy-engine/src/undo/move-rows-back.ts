import { randomUUID } from 'node:crypto'
import { countSteps, describeCarried } from '#domain/beside/moved-rows.ts'
import type { CellBeside } from '#domain/beside/remarks.ts'
import { countMovedBack, dropUndone, invertMoves, type RowMoves } from '#domain/beside/row-moves.ts'
import { followRow, grownRows, invertSteps, type RemovedRow, type RowStep } from '#domain/beside/row-steps.ts'
import { isEmptyEntry, isFormula, isSameEntry } from '#domain/copy/entered.ts'
import { pluralize } from '#domain/pluralize.ts'
import { removedRow } from '#engine/carry/removed-row.ts'
import { type CellsBeside, cellsBesideRow } from '#engine/guards/read-beside.ts'
import { regionOf } from '#engine/job/job-shape.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import type { OpenChangeSet } from '#engine/record/change-store.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { LostChange, RelocatedHistory } from './relocate-history.ts'
import type { UndoJob } from './undo-job.ts'

interface MoveBackOptions {
  history: RelocatedHistory
  job: Pick<UndoJob, 'startRow' | 'shape'>
  target: ReadyTarget
  open(): Promise<OpenChangeSet>
  ports: Pick<SyncPorts, 'log' | 'willWrite'>
}

/**
 * Moves rows back to their places before the runs, after all other cells have been undone. Rows filled by people are kept.
 * Returns the number of copied cells in moved rows.
 */
export async function moveRowsBack(workbook: Workbook, options: MoveBackOptions): Promise<number> {
  const { history, target, open, ports } = options
  const { spreadsheet, tab } = target
  const undone = dropUndone(history.applied)
  if (undone.length === 0) return 0
  const back = undone.flatMap(({ moves }) => invertMoves(withLost(moves, history.lost)))
  const ending = endingRows(back)
  const rows = [...new Set([...ending, ...endingRows(back, overwrittenIn)])].toSorted((one, other) => one - other)
  const cells = await readRows(workbook, { ...options, rows, restored: restoredRows(history.applied) })
  const { steps, kept } = keepFilled(back, { cells, target })
  const removed = ending.filter((row) => followRow(row, steps) === undefined).map((row) => cells.removed(row, steps))
  const versions = { from: tab.rowsVersion ?? null, to: randomUUID() }
  const undoes = undone.map((each) => each.moves.to)
  const lastRow = (undone[0]?.moves.lastRow ?? 0) + grownRows(steps)
  const moves: RowMoves = { ...versions, cells: 'before', steps, lastRow, undoes, removed }
  await (await open()).addStructure({ rowMoves: [moves] })
  await ports.willWrite({ sheetId: tab.sheetId, width: 0, lastRow: 0 })
  await workbook.moveRows({ spreadsheet, tab, moves })
  ports.log('INFO', describeCarried(countSteps(steps)))
  if (kept > 0)
    ports.log('WARNING', `${pluralize(kept, 'row')} with cells that people added moved to the end of the tab.`)
  return countMovedBack(undone).rows * (cells.lastColumn - cells.firstColumn + 1)
}

/**
 * Finds the cells restored by earlier undos, by the current numbers of their rows. If nobody edited them since, nobody misses
 * them.
 */
function restoredRows(applied: RelocatedHistory['applied']): ReadonlyMap<number, RemovedRow['cells']> {
  const restored = new Map<number, RemovedRow['cells']>()
  for (const [at, { moves }] of applied.entries()) {
    const since = applied.slice(0, at).toReversed()
    const rows = moves.steps.flatMap((step) => (step.kind === 'restore' ? step.rows : []))
    for (const { row, cells } of rows) {
      const now = followRow(
        row,
        since.flatMap((newer) => newer.moves.steps),
      )
      if (now !== undefined) restored.set(now, cells)
    }
  }
  return restored
}

/** A move whose removed rows get the cells they had before the older runs. */
function withLost(moves: RowMoves, lost: readonly LostChange[]): RowMoves {
  const own = lost.filter(({ by }) => by === moves)
  if (own.length === 0) return moves
  const removed = moves.removed.map((removedRow) => {
    const cells = new Map(removedRow.cells.map((cell) => [cell.column, cell]))
    for (const { row, column, before } of own)
      if (row === removedRow.row) cells.set(column, { column, note: '', ...cells.get(column), entered: before })
    return { ...removedRow, cells: [...cells.values()] }
  })
  return { ...moves, removed }
}

/** Rows the steps delete, or replace with the cells of another row. */
function endingRows(steps: readonly RowStep[], findRows = endingIn): number[] {
  const rows = new Set<number>()
  for (const [at, step] of steps.entries()) {
    const before = invertSteps(steps.slice(0, at))
    for (const row of findRows(step)) {
      const now = followRow(row, before)
      if (now !== undefined) rows.add(now)
    }
  }
  return [...rows].toSorted((one, other) => one - other)
}

function endingIn(step: RowStep): number[] {
  if (step.kind === 'copy') return [step.to]
  return step.kind === 'delete' ? Array.from({ length: step.count }, (_, at) => step.row + at) : []
}

/** Rows that get the cells of a removed row back although another row is in their place. */
function overwrittenIn(step: RowStep): number[] {
  return step.kind === 'restore' ? step.rows.map(({ row }) => row) : []
}

interface EndingRows extends Pick<MoveBackOptions, 'history' | 'job' | 'target'> {
  rows: readonly number[]
  restored: ReturnType<typeof restoredRows>
}

/** Reads the cells of rows the steps delete or replace, in a single read. */
async function readRows(workbook: Workbook, { history, job, target, rows, restored }: EndingRows) {
  const [firstRow = 1] = rows
  const { tab, spreadsheet } = target
  const { firstColumn } = regionOf(job)
  // Last column of the region, even if the runs changed no cell there.
  const lastColumn = Math.max(history.lastColumn, history.columns.length, firstColumn)
  const isBeside = (column: number) => column < firstColumn || column > lastColumn
  const range = { tab: tab.title, firstRow, firstColumn: 1, lastRow: rows.at(-1) ?? 0, lastColumn: tab.columnCount }
  const read = rows.length === 0 ? [] : (await workbook.readCells('remark', { spreadsheet, range })).rows
  const beside: CellsBeside = { row: firstRow, column: 1, rows: read, isBeside }
  const cellsAt = (row: number) => read[row - firstRow] ?? []
  const isKnown = (row: number, { column, entered = null, note }: CellBeside & { column: number }) => {
    const known = restored.get(row)?.find((cell) => cell.column === column)
    return known !== undefined && isSameEntry(known.entered, entered) && known.note === note
  }
  const isFilled = ({ entered, note }: CellBeside) =>
    note !== '' || (!isFormula(entered) && !isEmptyEntry(entered) && entered !== false)
  const hasOwn = (row: number, isWanted: (column: number) => boolean) =>
    cellsAt(row).some((cell, at) => isWanted(at + 1) && isFilled(cell) && !isKnown(row, { ...cell, column: at + 1 }))
  return {
    hasRemark: (row: number) => hasOwn(row, isBeside),
    isFilled: (row: number) => hasOwn(row, () => true),
    firstColumn,
    lastColumn,
    removed(row: number, steps: readonly RowStep[]): RemovedRow {
      const isOverwritten = steps.some((step) => step.kind === 'copy' && step.to === row)
      const copied = cellsAt(row).map(({ entered = null }) => entered)
      const emptyUpTo = isOverwritten ? tab.columnCount : 0
      return removedRow(row, { copied, beside: cellsBesideRow(beside, row), isBeside, emptyUpTo })
    },
  }
}

interface KeptRows {
  cells: Awaited<ReturnType<typeof readRows>>
  target: ReadyTarget
}

/** Moves rows filled by people to the end of the tab if the steps would delete or overwrite them. */
function keepFilled(
  steps: readonly RowStep[],
  { cells, target: { tab } }: KeptRows,
): { steps: RowStep[]; kept: number } {
  const safe: RowStep[] = []
  let kept = 0
  const endRow = () => tab.rowCount + grownRows(safe) + 1
  for (const step of steps) {
    const before = invertSteps(safe)
    const isKept = (row: number, isFilled: (row: number) => boolean) => {
      const now = followRow(row, before)
      return now !== undefined && isFilled(now)
    }
    for (const overwritten of step.kind === 'copy' ? [step.to] : overwrittenIn(step)) {
      if (!isKept(overwritten, cells.hasRemark)) continue
      const row = endRow()
      const columns: [number, number][] = [[cells.firstColumn, cells.lastColumn]]
      safe.push(
        { kind: 'insert', row, count: 1 },
        { kind: 'copy', row: overwritten, to: row },
        { kind: 'clear', row, columns },
      )
      kept += 1
    }
    if (step.kind !== 'delete') {
      safe.push(step)
      continue
    }
    for (let row = step.row + step.count - 1; row >= step.row; row -= 1) {
      const isFilled = isKept(row, cells.isFilled)
      if (isFilled) safe.push({ kind: 'move', row, count: 1, to: endRow() })
      else addDeletion(safe, row)
      kept += Number(isFilled)
    }
  }
  return { steps: safe, kept }
}

function addDeletion(steps: RowStep[], row: number): void {
  const last = steps.at(-1)
  if (last?.kind !== 'delete' || last.row !== row + 1) {
    steps.push({ kind: 'delete', row, count: 1 })
    return
  }
  last.row = row
  last.count += 1
}

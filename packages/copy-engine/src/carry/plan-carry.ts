import { randomUUID } from 'node:crypto'
import type { MovedRows } from '#contract/moved-rows.ts'
import { arrangeRows, type RowArrangement } from '#domain/beside/arrange-rows.ts'
import type { FollowedRows } from '#domain/beside/match-rows.ts'
import { listMovedRows } from '#domain/beside/moved-rows.ts'
import { countFilled, findRemarks } from '#domain/beside/remarks.ts'
import type { RowMoves } from '#domain/beside/row-moves.ts'
import { grownRows } from '#domain/beside/row-steps.ts'
import { type Area, overlaps } from '#domain/copy/area.ts'
import { MAX_COLUMNS } from '#domain/copy/spreadsheet.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { CarryBlocker } from '#domain/guards/rows-not-carried.ts'
import type { Interference } from '#engine/compare/find-interference.ts'
import { openTempFiles, type TempFiles } from '#engine/compare/temp-files.ts'
import { holdForRemarks } from '#engine/guards/judge-remarks.ts'
import type { PreparedCopy } from '#engine/guards/prepare-copy.ts'
import { type CellsBeside, cellsBesideRow, type ReadBeside } from '#engine/guards/read-beside.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { findCopiedWidth } from '#engine/last-copy/last-copy.ts'
import type { TargetLayout } from '#engine/tabs/read-layouts.ts'
import type { ReadyTarget, Target } from '#engine/tabs/resolve-tabs.ts'
import { clearedColumns, fillSteps } from './formulas-beside.ts'
import { findRemaining } from './remaining-changes.ts'
import { removedRow } from './removed-row.ts'

/** Maximum steps that move whole rows, each a part of one request. Above this, cells are sorted instead. */
const MAX_STEPS = 1000

/** Plan for moving whole rows of the target with the copied rows. */
export interface CarryPlan {
  /** Reasons to ask a person before the copy. */
  holds: Hold[]
  /** Undefined if no row has to move, or if no row can move. */
  carried: CarriedRows | undefined
}

export interface CarriedRows {
  moves: RowMoves & { listed: MovedRows }
  /** The target with the rows it will have after the moves. */
  target: ReadyTarget
  /** The source's rows, and the cells that still differ after the moves. */
  tempFiles: TempFiles
}

interface CarryOptions {
  prepared: PreparedCopy
  tempFiles: TempFiles
  job: SyncJob
  /** The target before the moves. */
  target: Target
  layout: TargetLayout
  interference: Interference
  readBeside: ReadBeside
  keepsChanges: boolean
  tempDir: string
  stack: AsyncDisposableStack
}

const NOTHING: CarryPlan = { holds: [], carried: undefined }

/** Plans the moves of rows. Reads the cells beside the region at most once, and only if rows move, come or go. */
export async function planCarry(options: CarryOptions): Promise<CarryPlan> {
  const { prepared, job, target, readBeside } = options
  const { fates, firstDataRow: firstRow } = prepared
  const { tab } = target
  if (!tab || findCopiedWidth(job.last) === 0) return NOTHING
  if (!fates) return obstructed(target, { why: 'too_many' })
  const lastRow = { before: lastRowBefore(fates, prepared.lastRow), after: prepared.lastRow }
  const arrangement = arrangeRows({ fates, firstRow, lastRow, maxSteps: job.limits.maxRowSteps ?? MAX_STEPS })
  if (!arrangement) return obstructed(target, { why: 'too_many' })
  const moves = arrangement.steps.length > 0
  if (arrangement.isSorted && options.layout.hasFilter) return obstructed(target, { why: 'filtered' })
  if (!moves && lastRow.after <= lastRow.before) return NOTHING
  const blocker = moves ? findStaticBlocker(options, Math.max(lastRow.before, lastRow.after)) : undefined
  if (blocker) return obstructed(target, blocker)
  const beside = await readBeside({ firstRow: 1, lastRow: tab.rowCount })
  const table = moves ? findTable(beside, Math.max(lastRow.before, lastRow.after)) : undefined
  if (table) return obstructed(target, table)
  const below = grownRows(arrangement.steps) === 0 ? undefined : findBelow(beside, lastRow.before)
  if (below) return obstructed(target, below)
  const remarks = findRemarks(beside, { moved: new Map(), gone: arrangement.removed })
  const holds = await holdForRemarks(remarks, options)
  return {
    holds,
    carried: await carryRows({ ...options, target: { ...target, tab }, fates, arrangement, beside, lastRow }),
  }
}

function obstructed({ tabTitle: tab }: Target, blocker: CarryBlocker): CarryPlan {
  return { ...NOTHING, holds: [{ cause: 'rows_not_carried', tab, ...blocker }] }
}

/** The last filled row of the region. Rows below the tracked rows are as in the source. */
function lastRowBefore({ before, after }: FollowedRows, lastRow: number): number {
  const followed = Math.max(before.positions.at(-1) ?? 0, after.positions.at(-1) ?? 0)
  if (lastRow > followed) return lastRow
  return before.positions[before.hashes.findLastIndex((hash) => hash !== 0)] ?? 0
}

function findStaticBlocker({ interference, layout, prepared, job, target }: CarryOptions, lastRow: number) {
  if (job.target.takenTabs?.some(({ sheetId }) => sheetId === target.tab?.sheetId))
    return { why: 'other_task' } as const
  if (interference.mayChangeOthers) return { why: 'formulas' } as const
  return findCarryBlocker({ layout, firstRow: prepared.firstDataRow, lastRow })
}

/** Finds a pivot table or a connected table. A table may reach down from above the copied rows. */
function findTable({ row: firstRow, column: firstColumn, rows, isBeside }: CellsBeside, lastRow: number) {
  for (const [down, cells] of rows.slice(0, lastRow - firstRow + 1).entries()) {
    const right = cells.findIndex(({ isTable }, at) => isTable && isBeside(firstColumn + at))
    if (right < 0) continue
    const [row, column] = [firstRow + down, firstColumn + right]
    return { why: 'pivot', area: { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column } } as const
  }
  return undefined
}

/** Finds a value or a note below the last row. */
function findBelow(beside: CellsBeside, lastRow: number): CarryBlocker | undefined {
  const below = { ...beside, row: lastRow + 1, rows: beside.rows.slice(lastRow + 1 - beside.row) }
  const [first] = findRemarks(below, { moved: new Map(), gone: below.rows.map((_, at) => lastRow + 1 + at) })
  if (!first) return undefined
  const { row, column } = first
  return { why: 'below', area: { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column } }
}

interface ArrangedRows extends CarryOptions {
  target: ReadyTarget
  fates: FollowedRows
  arrangement: RowArrangement
  beside: CellsBeside
  lastRow: { before: number; after: number }
}

async function carryRows(options: ArrangedRows): Promise<CarriedRows | undefined> {
  const { prepared, tempFiles, job, target, arrangement, beside, lastRow, tempDir, stack } = options
  const { firstDataRow } = prepared
  const filled = fillSteps(options)
  const clears = clearedColumns(beside, firstDataRow)
  const moving = arrangement.steps.map((step) => (step.kind === 'clear' ? { ...step, columns: clears } : step))
  const steps = [...moving, ...filled]
  if (steps.length === 0) return undefined
  const rowCount = target.tab.rowCount + grownRows(steps)
  const versions = { from: target.tab.rowsVersion ?? null, to: randomUUID() }
  const listed = listMovedRows({
    arrangement,
    steps,
    firstRow: firstDataRow,
    lastRow: lastRow.after,
    countBeside: (row) => countFilled(cellsBesideRow(beside, row)),
  })
  const moves: CarriedRows['moves'] = {
    ...versions,
    cells: 'after',
    steps,
    lastRow: lastRow.after,
    listed,
    removed: [],
  }
  const carried = { moves, target: { ...target, tab: { ...target.tab, rowCount } }, tempFiles }
  if (moving.length === 0) return carried
  const remaining = stack.use(openTempFiles(tempDir))
  const held = await findRemaining({
    ...options,
    firstDataRow,
    isWidened: prepared.width > findCopiedWidth(job.last),
    remaining,
  })
  const isOverwritten = (row: number) => row === firstDataRow
  moves.removed = arrangement.removed.map((row) => {
    const cells = { copied: held.get(row) ?? [], beside: cellsBesideRow(beside, row) }
    return removedRow(row, {
      ...cells,
      isBeside: beside.isBeside,
      emptyUpTo: isOverwritten(row) ? target.tab.columnCount : 0,
    })
  })
  const { fills, clears: cleared, changes } = remaining
  return { ...carried, tempFiles: { ...tempFiles, fills, clears: cleared, changes } }
}

interface TouchedRows {
  layout: TargetLayout
  firstRow: number
  lastRow: number
}

/** Finds a part of the tab that the move would tear apart, or that the account may not change. */
function findCarryBlocker({ layout, firstRow, lastRow }: TouchedRows): CarryBlocker | undefined {
  const rows: Area = { firstRow, lastRow, firstColumn: 1, lastColumn: MAX_COLUMNS }
  const inRows = (areas: readonly Area[]) => areas.find((area) => overlaps(area, rows))
  const merge = inRows(layout.merges)
  if (merge) return { why: 'merged', area: merge }
  const table = inRows(layout.tables.map(({ area }) => area))
  if (table) return { why: 'table', area: table }
  const closed = inRows(layout.protectedAreas)
  return closed && { why: 'protected', area: closed }
}

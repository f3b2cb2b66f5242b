import { createHash, type Hash } from 'node:crypto'
import type { Cell } from '#domain/copy/cell.ts'
import { changesIn } from '#domain/copy/change-block.ts'
import { type Entered, isEmptyEntry, isFormula, isSameEntry } from '#domain/copy/entered.ts'
import { createPatchBuilder, type Patch } from '#domain/copy/patch.ts'
import { addWrite, type CellStep, undoCell } from '#domain/copy/undo-cell.ts'
import type { ChangeHistory } from '#server/runs/change-history.ts'
import type { EnteredCells } from './entered-cells.ts'
import type { Window } from './read-rows.ts'
import type { Spool } from './spool.ts'

/** Of the edited cells, so many are listed. */
const MAX_LISTED = 500

/** A cell that someone edited since one of the runs. */
export interface EditedCell {
  row: number
  column: number
  current: Entered
  /** What the newest run wrote there. */
  written: Entered
  /** What stood there before the runs. */
  original: Entered
}

export interface RestorePlan {
  /** Cells that get another value. */
  cells: number
  /** The same if edited cells are restored too. */
  cellsWithEdited: number
  /** Rows that have such cells. */
  rows: number
  /** The last row and column that get a value. */
  lastRow: number
  lastColumn: number
  edited: { count: number; first: EditedCell[]; digest: string }
}

/** The cells to write, in this order. */
export interface RestoreSpools {
  fills: Spool<Patch[]>
  clears: Spool<Patch[]>
  /** Each text is a formula. */
  formulas: Spool<Patch[]>
}

interface PlanOptions {
  history: ChangeHistory
  entered: EnteredCells
  restoresEdited: boolean
  spools: RestoreSpools
  /** Called with the number of rows looked at so far, and of all rows. */
  onPlanned(rows: { done: number; total: number }): void
}

/** Compares the target with what the runs left there, and finds what to write. Memory holds a window of rows. */
export async function planRestore({ history, entered, ...options }: PlanOptions): Promise<RestorePlan> {
  const plan: RestorePlan = {
    cells: 0,
    cellsWithEdited: 0,
    rows: 0,
    lastRow: 0,
    lastColumn: 0,
    edited: { count: 0, first: [], digest: '' },
  }
  const digest = createHash('sha256')
  const total = history.windows.reduce((sum, { firstRow, lastRow }) => sum + lastRow - firstRow + 1, 0)
  let done = 0
  for (const window of history.windows) {
    const cells = await cellsIn(history, window)
    const rows = await enteredRows(entered, cells)
    await planWindow({ cells, rows, plan, digest, ...options })
    done += window.lastRow - window.firstRow + 1
    options.onPlanned({ done, total })
  }
  plan.edited.digest = digest.digest('base64url')
  return plan
}

interface ChangedCell {
  row: number
  column: number
  /** Newest run first. */
  steps: CellStep[]
}

/** The cells that the runs changed in these rows, row by row. */
async function cellsIn(history: ChangeHistory, window: Window): Promise<ChangedCell[]> {
  const cells = new Map<string, ChangedCell>()
  for (const { runId } of history.runs) {
    const ofRun = new Map<string, ChangedCell>()
    for (const block of await history.blocksOf(runId, window)) {
      for (const change of changesIn(block)) {
        const { row, column } = change
        if (row < window.firstRow || row > window.lastRow) continue
        addWrite(getOrAdd(ofRun, { row, column }).steps, change)
      }
    }
    for (const { steps, ...place } of ofRun.values()) getOrAdd(cells, place).steps.push(...steps)
  }
  return [...cells.values()].sort((one, other) => one.row - other.row || one.column - other.column)
}

function getOrAdd(cells: Map<string, ChangedCell>, { row, column }: Omit<ChangedCell, 'steps'>): ChangedCell {
  const key = `${row} ${column}`
  const cell = cells.get(key) ?? { row, column, steps: [] }
  cells.set(key, cell)
  return cell
}

interface EnteredRows {
  firstRow: number
  rows: Entered[][]
}

async function enteredRows(entered: EnteredCells, cells: readonly ChangedCell[]): Promise<EnteredRows> {
  const [firstRow, lastRow] = [cells[0]?.row ?? 1, cells.at(-1)?.row ?? 0]
  const lastColumn = cells.reduce((last, { column }) => Math.max(last, column), 1)
  return { firstRow, rows: await entered.read({ firstRow, lastRow, firstColumn: 1, lastColumn }) }
}

interface WindowPlan extends Pick<PlanOptions, 'restoresEdited' | 'spools'> {
  cells: readonly ChangedCell[]
  rows: EnteredRows
  plan: RestorePlan
  digest: Hash
}

async function planWindow({ cells, rows, plan, digest, restoresEdited, spools }: WindowPlan): Promise<void> {
  const builders = { fills: createPatchBuilder(), clears: createPatchBuilder(), formulas: createPatchBuilder() }
  const currentAt = (row: number, column: number) => rows.rows[row - rows.firstRow]?.[column - 1] ?? null
  let lastPlannedRow = 0
  for (const { row, column, steps } of cells) {
    const current = currentAt(row, column)
    const { entry, isEdited } = undoCell({ current, steps, restoresEdited })
    if (isEdited) addEdited({ plan, digest }, { row, column, current, steps })
    const isChanged = !isSameEntry(entry, current)
    if (isChanged || isEdited) plan.cellsWithEdited += 1
    if (!isChanged) continue
    plan.cells += 1
    plan.rows += row === lastPlannedRow ? 0 : 1
    lastPlannedRow = row
    if (isEmptyEntry(entry)) {
      builders.clears.add({ row, column, cell: '' })
      continue
    }
    plan.lastRow = Math.max(plan.lastRow, row)
    plan.lastColumn = Math.max(plan.lastColumn, column)
    if (isFormula(entry)) builders.formulas.add({ row, column, cell: entry.formula })
    else builders.fills.add({ row, column, cell: entry })
  }
  for (const kind of ['fills', 'clears', 'formulas'] as const) {
    const patches = builders[kind].patches.map((patch) => ({ ...patch, before: heldBy(patch, currentAt) }))
    if (patches.length > 0) await spools[kind].append(patches)
  }
}

function addEdited(
  { plan: { edited }, digest }: Pick<WindowPlan, 'plan' | 'digest'>,
  { row, column, current, steps }: ChangedCell & { current: Entered },
): void {
  edited.count += 1
  digest.update(`${JSON.stringify([row, column, current])}\n`)
  if (edited.first.length >= MAX_LISTED) return
  const written = steps[0]?.written.at(-1) ?? null
  edited.first.push({ row, column, current, written, original: steps.at(-1)?.before ?? null })
}

function heldBy({ row, column, cells }: Patch, currentAt: (row: number, column: number) => Entered): Entered[][] {
  return cells.map((values: Cell[], down) =>
    values.map((cell, right) => (cell === null ? null : currentAt(row + down, column + right))),
  )
}

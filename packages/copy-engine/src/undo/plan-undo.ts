import { createHash, type Hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type CellChange, changesIn } from '#domain/copy/change-block.ts'
import { type Entered, isEmptyEntry, isSameEntry } from '#domain/copy/entered.ts'
import type { FormatSegment } from '#domain/copy/format-segment.ts'
import type { Patch } from '#domain/copy/patch.ts'
import type { TableChange } from '#domain/copy/table-growth.ts'
import { DiskBuffer } from '#engine/compare/disk-buffer.ts'
import type { Window } from '#engine/compare/read-rows.ts'
import { keepChanges } from '#engine/compare/temp-files.ts'
import { type EnteredCells, openEnteredCells } from '#engine/record/entered-cells.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { ChangeHistory } from './change-history.ts'
import { type FollowedHistory, followRows } from './follow-rows.ts'
import { type ChangedCell, movedRows } from './moved-rows.ts'
import { type RelocatedHistory, relocateHistory } from './relocate-history.ts'
import { addWrite, type CellStep, undoCell } from './undo-cell.ts'
import { planFormats } from './undo-formats.ts'
import type { UndoJob } from './undo-job.ts'
import { collectUndone } from './undo-patches.ts'

/** Maximum number of edited cells to list. */
const MAX_LISTED = 500

/** A cell edited since the runs. */
interface EditedCell {
  row: number
  column: number
  current: Entered
  /** The entry the newest run wrote. */
  written: Entered
  /** The entry before the runs. */
  original: Entered
}

/** The changes of an undo. */
export interface UndoPlan extends UndoneCells {
  target: ReadyTarget
  /** Number formats to undo. */
  formats: readonly FormatSegment[]
  /** Tables that get their range back. */
  tables: readonly TableChange[]
  /** Protected areas of the tab the account may not edit. */
  protectedAreas: EnteredCells['protectedAreas']
  buffers: UndoBuffers
  /** Current places of rows, if the runs identified rows by keys. */
  followed: FollowedHistory | undefined
  /** Current places of rows, if the runs moved whole rows. */
  relocated: RelocatedHistory | undefined
}

interface UndoneCells {
  /** Number of cells that get another value. */
  cells: number
  /** Cells to write if edited cells are undone too. */
  cellsWithEdited: number
  /** Number of rows with cells to change. */
  rows: number
  /** The last row and column that get a value. */
  lastRow: number
  lastColumn: number
  edited: { count: number; first: EditedCell[]; digest: string }
}

/** The cells to write, in this order. */
interface UndoBuffers {
  fills: DiskBuffer<Patch[]>
  clears: DiskBuffer<Patch[]>
  /** Patches with formulas as texts. */
  formulas: DiskBuffer<Patch[]>
  /** Key cells of rows that become entirely empty. */
  renames: DiskBuffer<Patch[]>
}

interface PlanOptions {
  job: Pick<UndoJob, 'history' | 'undoesEdited'>
  target: ReadyTarget
  /** Whether number formats and ranges of tables are undone too. */
  plansLayout: boolean
  tempDir: string
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
  /** Called with the number of rows planned so far, and of all rows. */
  onPlanned(rows: { done: number; total: number }): void
}

/** Compares the target with the state the runs left, and finds the cells to write. Memory holds a window of rows. */
export async function planUndo(workbook: Workbook, options: PlanOptions): Promise<UndoPlan> {
  const { job, target, plansLayout, tempDir, stack } = options
  const openBuffer = () => stack.use(new DiskBuffer<Patch[]>(tempDir))
  const buffers = { fills: openBuffer(), clears: openBuffer(), formulas: openBuffer(), renames: openBuffer() }
  const followed = await followRows(workbook, { history: job.history, target, tempDir, stack })
  const relocated = followed ? undefined : await relocateHistory(job.history, target)
  const history = followed ?? relocated ?? job.history
  const lastColumn = Math.max(history.lastColumn, ...listKeyColumns(history))
  const entered = openEnteredCells(workbook, { target, lastColumn })
  const cells = await planCells({ ...options, history, followed, entered, buffers })
  const formats = plansLayout ? await planFormats(workbook, { target, history }) : []
  const tables = plansLayout ? await planTables(workbook, { target, history }) : []
  return { ...cells, followed, relocated, target, formats, tables, protectedAreas: entered.protectedAreas, buffers }
}

interface CellOptions extends Pick<PlanOptions, 'job' | 'target' | 'onPlanned'> {
  history: ChangeHistory
  followed: FollowedHistory | undefined
  entered: EnteredCells
  buffers: UndoBuffers
}

async function planCells(options: CellOptions): Promise<UndoneCells> {
  const { job, history, followed, entered, buffers, onPlanned } = options
  const { undoesEdited } = job
  const edited: UndoneCells['edited'] = { count: 0, first: [], digest: '' }
  const plan = { cells: 0, cellsWithEdited: 0, rows: 0, lastRow: 0, lastColumn: 0, edited }
  const digest = createHash('sha256')
  const total = history.windows.reduce((sum, { firstRow, lastRow }) => sum + lastRow - firstRow + 1, 0)
  let done = 0
  for (const window of history.windows) {
    const cells = await listChangedCells(history, window)
    const rows = await enteredRows(entered, { cells, history })
    const isElsewhere = movedRows({ cells, rows, history, locale: options.target.spreadsheet.locale })
    await planWindow({ cells, rows, plan, digest, undoesEdited, buffers, isElsewhere, followed })
    done += window.lastRow - window.firstRow + 1
    onPlanned({ done, total })
  }
  for (const { runId, block } of followed?.gone ?? []) {
    for (const { row, column, before, after } of changesIn(block))
      addEdited({ plan, digest }, { row, column, current: null, steps: [{ before, written: [after], runId }] })
  }
  plan.edited.digest = digest.digest('base64url')
  return plan
}

/** Lists the cells the runs changed in these rows, row by row. */
export async function listChangedCells(
  history: Pick<ChangeHistory, 'runs' | 'readBlocks'>,
  window: Window,
): Promise<ChangedCell[]> {
  const cells = new Map<string, ChangedCell>()
  for (const { runId } of history.runs) {
    const ofRun = new Map<string, Omit<ChangedCell, 'steps'> & { steps: CellStep[] }>()
    const keys = new Map<number, CellChange['key']>()
    for (const block of await history.readBlocks(runId, window)) {
      for (const change of changesIn(block)) {
        const { row, column, key } = change
        if (row < window.firstRow || row > window.lastRow) continue
        addWrite(getOrAdd(ofRun, { row, column }).steps, change)
        keys.set(row, key)
      }
    }
    for (const { steps, ...place } of ofRun.values())
      getOrAdd(cells, place).steps.push(...steps.map((step) => ({ ...step, runId, key: keys.get(place.row) })))
  }
  return [...cells.values()].sort((one, other) => one.row - other.row || one.column - other.column)
}

function getOrAdd<Step>(
  cells: Map<string, { row: number; column: number; steps: Step[] }>,
  { row, column }: Omit<ChangedCell, 'steps'>,
) {
  const key = `${row} ${column}`
  const cell = cells.get(key) ?? { row, column, steps: [] }
  cells.set(key, cell)
  return cell
}

interface EnteredRows {
  firstRow: number
  rows: Entered[][]
}

/** Reads the changed cells, and the key cells of their rows. */
async function enteredRows(
  entered: EnteredCells,
  { cells, history }: { cells: readonly ChangedCell[]; history: ChangeHistory },
): Promise<EnteredRows> {
  const [firstRow, lastRow] = [cells[0]?.row ?? 1, cells.at(-1)?.row ?? 0]
  const lastColumn = cells.reduce((last, { column }) => Math.max(last, column), Math.max(1, ...listKeyColumns(history)))
  return { firstRow, rows: await entered.read({ firstRow, lastRow, firstColumn: 1, lastColumn }) }
}

function listKeyColumns({ runs }: ChangeHistory): number[] {
  return runs.flatMap(({ keyColumns = [] }) => keyColumns)
}

interface WindowPlan {
  cells: readonly ChangedCell[]
  rows: EnteredRows
  plan: UndoneCells
  digest: Hash
  undoesEdited: boolean
  buffers: UndoBuffers
  isElsewhere: ReturnType<typeof movedRows>
  followed: FollowedHistory | undefined
}

async function planWindow(window: WindowPlan): Promise<void> {
  const { cells, rows, plan, digest, undoesEdited, buffers, isElsewhere, followed } = window
  const undone = collectUndone(followed)
  const currentAt = (row: number, column: number) => rows.rows[row - rows.firstRow]?.[column - 1] ?? null
  let lastPreviewedRow = 0
  for (const { row, column, steps: all } of cells) {
    const current = currentAt(row, column)
    const steps = all.filter(({ runId }) => !isElsewhere(row, runId))
    if (steps.length < all.length) addEdited({ plan, digest }, { row, column, current, steps: all })
    if (steps.length === 0) continue
    const { entry, isEdited } = undoCell({ current, steps, undoesEdited })
    if (isEdited) addEdited({ plan, digest }, { row, column, current, steps })
    const isChanged = !isSameEntry(entry, current)
    if (isChanged || isEdited) plan.cellsWithEdited += 1
    if (!isChanged) continue
    plan.cells += 1
    plan.rows += row === lastPreviewedRow ? 0 : 1
    lastPreviewedRow = row
    undone.add({ row, column, current, entry })
    if (isEmptyEntry(entry)) continue
    plan.lastRow = Math.max(plan.lastRow, row)
    plan.lastColumn = Math.max(plan.lastColumn, column)
  }
  const { formulas, ...others } = undone.end()
  await keepChanges(buffers, others)
  if (formulas.length > 0) await buffers.formulas.append(formulas)
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

/** Lists the table ranges to restore, for tables that still have the range the runs gave them. */
async function planTables(
  workbook: Workbook,
  { target: { spreadsheet, tab }, history }: { target: ReadyTarget; history: Pick<ChangeHistory, 'runs'> },
): Promise<readonly TableChange[]> {
  const changes = history.runs.flatMap(({ tables }) => tables.toReversed())
  if (changes.length === 0) return []
  const range = { tab: tab.title, firstRow: 1, firstColumn: 1, lastRow: 1, lastColumn: 1 }
  const { tables } = await workbook.readCells('format', { spreadsheet, range })
  return tables.flatMap(({ tableId, name, area }) => {
    let before = area
    for (const change of changes) {
      if (change.tableId === tableId && isDeepStrictEqual(change.after, before)) before = change.before
    }
    return before === area ? [] : [{ tableId, name, before: area, after: before }]
  })
}

import { isEmptyCell } from '#domain/copy/cell.ts'
import { type Entered, isFormula } from '#domain/copy/entered.ts'
import type { EditedCell, TargetEdits } from '#domain/copy/target-state.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import type { FoundEdits } from '#engine/compare/find-edits.ts'
import { MAX_SMALL_TAB_CELLS } from '#engine/tabs/read-layouts.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

interface KeepOptions {
  found: FoundEdits | undefined
  /** Reads the current target. */
  target: () => Promise<Target>
}

/** Leaves out cells nobody edited: results of formulas, and cells of a tab that replaced another tab. */
export async function keepHandEdits(
  workbook: Workbook,
  { found, target }: KeepOptions,
): Promise<TargetEdits | undefined> {
  if (!found) return undefined
  const current = await target()
  const { tab } = current
  if (!tab || tab.sheetId !== found.last.sheetId) return undefined
  const computed = await findComputed(workbook, { target: { ...current, tab }, cells: found.cells })
  const names = columnNames(found.last.header, found.last.width)
  const cells = found.cells
    .filter((cell) => !computed.has(cell))
    .map((cell) => ({ ...cell, columnName: names[cell.column - 1] ?? '' }))
  // Unlisted edits were not examined.
  const count = computed.size === 0 ? found.count : cells.length
  if (count === 0) return undefined
  const isResized = tab.rowCount !== found.last.gridRows || tab.columnCount !== found.last.gridColumns
  return { count, cells, shape: isResized || computed.size > 0 ? undefined : found.shape }
}

interface ComputedOptions {
  target: Target & { tab: NonNullable<Target['tab']> }
  cells: readonly EditedCell[]
}

/** Finds cells with the result of a formula, in a single read. Cells too far below the first cell count as computed. */
async function findComputed(workbook: Workbook, { target, cells }: ComputedOptions): Promise<Set<EditedCell>> {
  const [first] = cells
  if (!first) return new Set()
  const { spreadsheet, tab } = target
  const lastColumn = Math.max(...cells.map(({ column }) => column))
  const reach = first.row + Math.max(1, Math.floor(MAX_SMALL_TAB_CELLS / lastColumn)) - 1
  const inReach = cells.filter(({ row }) => row <= reach)
  const area = { firstRow: first.row, firstColumn: 1, lastRow: inReach.at(-1)?.row ?? first.row, lastColumn }
  const { rows } = await workbook.readCells('entered', { spreadsheet, range: { tab: tab.title, ...area } })
  const computed = inReach.filter((cell) => isComputed(cell, rows[cell.row - area.firstRow]?.[cell.column - 1]))
  const unknown = computed.length === 0 ? [] : cells.filter(({ row }) => row > reach)
  return new Set([...computed, ...unknown])
}

function isComputed({ found }: EditedCell, entered: Entered | undefined): boolean {
  // The result of an array formula shows where nobody entered anything.
  return isFormula(entered) || (entered === undefined && !isEmptyCell(found))
}

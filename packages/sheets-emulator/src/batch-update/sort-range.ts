import { recalculate } from '../formulas/recalculate.ts'
import { copiedFormula } from '../formulas/references.ts'
import { invalidArgument } from '../google-error.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { choice, int32, list, message } from '../messages/proto-fields.ts'
import { overlaps } from '../store/box.ts'
import { type Cell, type CellValue, compact, effectiveValue, isComputed, type Row } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import { clampToGrid, type GridRange } from '../values/resolve-range.ts'
import { changeCells } from './change-cells.ts'
import { type BatchContext, requestKind } from './request-kind.ts'
import { requireGrid } from './require-sheet.ts'

const schema = message('SortRangeRequest', {
  range: gridRangeMessage.optional(),
  sortSpecs: list(
    message('SortSpec', {
      dimensionIndex: int32(),
      sortOrder: choice('SortOrder', ['SORT_ORDER_UNSPECIFIED', 'ASCENDING', 'DESCENDING']),
    }),
  ),
})

/**
 * Sorts the cells of a range by columns. Formats, notes and validation go with their rows, and relative references of a
 * formula move with it. Rows keep their heights, and references to a moved cell stay where they are.
 */
export const sortRange = requestKind(schema, (context, { range = {}, sortSpecs = [] }) => {
  const target = clampToGrid(gridRangeOn(requireGrid(context, range.sheetId), range))
  const { sheet, box } = target
  if (sheet.features.merges.some((merge) => overlaps(merge, box)))
    throw invalidArgument('You cannot sort a range with merged cells.')
  // Earlier requests of the batch may have entered formulas. Their results decide the order.
  recalculate(context.store, context)
  const sorted = readRows(context, target).sort(({ cells: one }, { cells: other }) => {
    for (const { dimensionIndex = 0, sortOrder } of sortSpecs) {
      const at = dimensionIndex - box.startColumn
      const order = compareCells({ one: one[at], other: other[at], isDescending: sortOrder === 'DESCENDING' })
      if (order !== 0) return order
    }
    return 0
  })
  changeCells(context, target, (_, row, column) => {
    const from = sorted[row]
    const cell = from?.cells[column]
    if (cell?.formula === undefined) return cell
    return {
      ...cell,
      formula: copiedFormula(cell.formula, { rows: box.startRow + row - (from?.row ?? 0), columns: 0 }),
    }
  })
  return {}
})

interface SortedRow {
  row: number
  cells: Row
}

function readRows({ store }: Pick<BatchContext, 'store'>, { sheet, box }: GridRange): SortedRow[] {
  const width = box.endColumn - box.startColumn
  const rows = Array.from(
    { length: box.endRow - box.startRow },
    (_, at): SortedRow => ({ row: box.startRow + at, cells: [] }),
  )
  for (const { row, cells } of new GridRows(store, sheet.gridId).read({ start: box.startRow, end: box.endRow })) {
    const moving = Array.from({ length: width }, (_, at) => withoutSpilled(cells[box.startColumn + at]))
    rows[row - box.startRow] = { row, cells: moving }
  }
  return rows
}

/** Removes a value put into the cell by the formula of another cell. */
function withoutSpilled(cell: Cell | undefined): Cell | undefined {
  if (!cell?.result || isComputed(cell)) return cell
  const { result: _, ...rest } = cell
  return compact(rest)
}

interface ComparedCells {
  one: Cell | undefined
  other: Cell | undefined
  isDescending: boolean
}

/** Orders numbers before text, and text before booleans. Empty cells come last in both orders. */
function compareCells({ one, other, isDescending }: ComparedCells): number {
  const [first, second] = [effectiveValue(one), effectiveValue(other)]
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
  const order = compareValues(first, second)
  return isDescending ? -order : order
}

const KINDS = ['number', 'string', 'boolean']

function compareValues(one: CellValue, other: CellValue): number {
  if (typeof one !== typeof other) return KINDS.indexOf(typeof one) - KINDS.indexOf(typeof other)
  if (typeof one === 'string') return one.localeCompare(String(other), 'en-US')
  return Number(one) - Number(other)
}

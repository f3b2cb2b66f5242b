import { readCell } from '#domain/copy/a1.ts'
import { computeHeaderRow, type Region, regionFrom } from '#domain/copy/region.ts'
import { type ChosenColumn, formatColumns, parseColumns } from './chosen-columns.ts'
import { type ModeFields, type ModeShape, modeTraits } from './mode-traits.ts'
import { type Condition, formatConditions, parseConditions } from './row-conditions.ts'

/** Fields of a task for the copied cells and their place in the target. */
export interface ShapeFields extends ModeFields {
  readonly startRow: number
  readonly columns: string
  readonly rows: string
  readonly targetCell: string
  /** Whether to write the header. Null: only if `startRow` is 1 or there is a target cell. */
  readonly header: boolean | null
  readonly hiddenRows?: 'copy' | 'skip'
}

/** How the rows of a source become the rows of the target. */
export interface Shape extends ModeShape {
  /** Columns to copy; empty for all. */
  readonly columns: readonly ChosenColumn[]
  /** Conditions to meet, all of them. */
  readonly conditions: readonly Condition[]
  readonly region: Region
  /** Whether rows hidden in the source are left out. */
  readonly skipsHidden?: boolean
}

/** Parses the shape of a task; undefined if it copies each cell to the same place, unless a shape is required. */
export function parseShape(fields: ShapeFields, { isRequired = false } = {}): Shape | undefined {
  const shape = {
    columns: parseColumns(fields.columns),
    conditions: parseConditions(fields.rows),
    region: findRegion(fields),
    ...(fields.hiddenRows === 'skip' && { skipsHidden: true }),
  }
  const { mode = 'mirror' } = fields
  const ofMode = modeTraits[mode].buildShape(fields)
  if (ofMode) return { ...shape, ...ofMode, mode }
  const isWhole = shape.columns.length === 0 && !leavesRowsOut(shape)
  return !isRequired && isWhole && fields.targetCell === '' && fields.header === null ? undefined : shape
}

/** Finds where a task writes in its target tab. */
export function findRegion({
  startRow,
  targetCell,
  header,
}: Pick<ShapeFields, 'startRow' | 'targetCell' | 'header'>): Region {
  const cell = readCell(targetCell)
  if (cell) return { firstRow: cell.row, firstColumn: cell.column, writesHeader: header ?? true }
  if (header === null || header === (startRow === 1)) return regionFrom(startRow)
  // Without a target cell, the data keep their row, unless the header is left out of row 1.
  return { firstRow: header ? computeHeaderRow(startRow) : startRow, firstColumn: 1, writesHeader: header }
}

export function usesToday({ conditions }: Pick<Shape, 'conditions'>): boolean {
  return conditions.some(({ values }) => values.some(({ isFromToday }) => isFromToday === true))
}

/** Whether a copy may have fewer rows than its source. */
export function leavesRowsOut({ conditions, skipsHidden = false }: Pick<Shape, 'conditions' | 'skipsHidden'>): boolean {
  return conditions.length > 0 || skipsHidden
}

/** Builds a text from everything that decides how many rows come from the same source on the same day. */
export function basisOfShape({ columns, conditions, skipsHidden }: Omit<Shape, 'region'>): string {
  return JSON.stringify([formatColumns(columns), formatConditions(conditions), ...(skipsHidden ? ['visible'] : [])])
}

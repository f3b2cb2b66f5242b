import { type Cell, type CellError, type CellValue, effectiveValue } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { formatCellValue } from '../values/render-value.ts'
import { clampToGrid, type SheetRange } from '../values/resolve-range.ts'
import { defaultFormat } from './default-format.ts'
import { type FieldMask, maskIncludes } from './field-mask.ts'
import { asObject } from './merge-masked.ts'

export const ROW_HEIGHT_PX = 21
export const COLUMN_WIDTH_PX = 100

/** The `GridData` message of a range: cells up to the last non-empty one, and the sizes of rows and columns. */
export function gridData(store: Store, { range, mask }: { range: SheetRange; mask: FieldMask }): object {
  const { sheet, box } = clampToGrid(range)
  const { startRow, startColumn } = box
  const rowData: object[] = []
  if (maskIncludes(mask, 'rowData')) {
    for (const { row, cells } of new GridRows(store, sheet.gridId).read({ start: startRow, end: box.endRow })) {
      const window = cells.slice(startColumn, box.endColumn)
      const length = window.findLastIndex((cell) => cell !== undefined) + 1
      if (length === 0) continue
      while (rowData.length < row - startRow) rowData.push({})
      rowData.push({ values: Array.from({ length }, (_, column) => cellData(window[column])) })
    }
  }
  const { hiddenRows, hiddenColumns } = sheet.features
  return {
    ...(startRow > 0 && { startRow }),
    ...(startColumn > 0 && { startColumn }),
    ...(rowData.length > 0 && { rowData }),
    ...(maskIncludes(mask, 'rowMetadata') && {
      rowMetadata: dimensions({ start: startRow, end: box.endRow, hidden: hiddenRows, pixelSize: ROW_HEIGHT_PX }),
    }),
    ...(maskIncludes(mask, 'columnMetadata') && {
      columnMetadata: dimensions({
        start: startColumn,
        end: box.endColumn,
        hidden: hiddenColumns,
        pixelSize: COLUMN_WIDTH_PX,
      }),
    }),
  }
}

interface Dimensions {
  start: number
  end: number
  hidden: readonly number[]
  pixelSize: number
}

/** The `DimensionProperties` messages of rows or columns. Like Google, leaves out what is false. */
function dimensions({ start, end, hidden, pixelSize }: Dimensions): object[] {
  const isHidden = new Set(hidden)
  return Array.from({ length: end - start }, (_, at) =>
    isHidden.has(start + at) ? { hiddenByUser: true, pixelSize } : { pixelSize },
  )
}

/** The `CellData` message of a cell. */
function cellData(cell: Cell | undefined): object {
  if (!cell) return {}
  const { value, formula, pivotTable, dataSourceTable, format, note, result, isCheckbox } = cell
  const effective = effectiveValue(cell)
  const entered = formula === undefined ? value !== undefined && extendedValue(value) : { formulaValue: formula }
  return {
    ...(entered && { userEnteredValue: entered }),
    ...(effective !== undefined && {
      effectiveValue: result?.error ? { errorValue: errorValue(result.error) } : extendedValue(effective),
      formattedValue: formatCellValue(cell),
    }),
    ...(format && { userEnteredFormat: format }),
    ...((effective !== undefined || format) && { effectiveFormat: effectiveFormat(cell) }),
    ...(note !== undefined && { note }),
    ...(isCheckbox && { dataValidation: { condition: { type: 'BOOLEAN' } } }),
    ...(pivotTable && { pivotTable }),
    ...(dataSourceTable && { dataSourceTable }),
  }
}

function extendedValue(value: CellValue): object {
  if (typeof value === 'number') return { numberValue: value }
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value }
}

const errorTypes: Readonly<Record<string, string>> = {
  '#NULL!': 'NULL_VALUE',
  '#DIV/0!': 'DIVIDE_BY_ZERO',
  '#VALUE!': 'VALUE',
  '#REF!': 'REF',
  '#NAME?': 'NAME',
  '#NUM!': 'NUM',
  '#N/A': 'N_A',
  'Loading...': 'LOADING',
}

function errorValue({ token, message }: CellError): object {
  return { type: errorTypes[token] ?? 'ERROR', ...(message && { message }) }
}

/** Builds the effective format. A formula's number format is only here: Google leaves its `userEnteredFormat` empty. */
function effectiveFormat(cell: Cell): object {
  const { format, result } = cell
  const textFormat = { ...defaultFormat.textFormat, fontFamily: 'Arial', ...asObject(format?.['textFormat']) }
  const horizontalAlignment = result?.error ? 'CENTER' : alignment(effectiveValue(cell))
  return {
    ...defaultFormat,
    ...(horizontalAlignment && { horizontalAlignment }),
    hyperlinkDisplayType: 'PLAIN_TEXT',
    ...(result?.format && { numberFormat: result.format }),
    ...format,
    textFormat,
  }
}

function alignment(value: CellValue | undefined): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return 'CENTER'
  return typeof value === 'number' ? 'RIGHT' : 'LEFT'
}

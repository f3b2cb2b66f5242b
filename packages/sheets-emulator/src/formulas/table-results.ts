import { type CellValue, effectiveValue, type Row } from '../store/cell.ts'
import type { DataSourceTable, PivotTable } from '../store/computed-tables.ts'
import type { Results } from './formula-value.ts'

type PivotValue = PivotTable['values'][number]

/** A row for each value of the row field, in order, below a header and above the totals. */
export function pivotResults({ source, rows, values }: PivotTable, cells: ReadonlyMap<number, Row>): Results {
  const { startRowIndex = 0, endRowIndex, startColumnIndex = 0 } = source
  const valueAt = (row: number, offset = 0): CellValue =>
    effectiveValue(cells.get(row)?.[startColumnIndex + offset]) ?? ''
  const [field = {}] = rows
  const groups = new Map<CellValue, number[]>()
  const all: number[] = []
  for (let row = startRowIndex + 1; row < endRowIndex; row += 1) {
    if (!cells.has(row)) continue
    all.push(row)
    const key = valueAt(row, field.sourceColumnOffset)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const summarize = ({ sourceColumnOffset, summarizeFunction }: PivotValue, members: readonly number[]): number => {
    const found = members.map((row) => valueAt(row, sourceColumnOffset))
    if (summarizeFunction === 'COUNTA') return found.filter((value) => value !== '').length
    return found.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0)
  }
  const line = (label: CellValue, members: readonly number[]): CellValue[] => [
    label,
    ...values.map((value) => summarize(value, members)),
  ]
  const formatName = ({ name, summarizeFunction, sourceColumnOffset }: PivotValue): string =>
    name ?? `${summarizeFunction} of ${valueAt(startRowIndex, sourceColumnOffset)}`
  const sorted = [...groups].toSorted(([one], [other]) => compareValues(one, other))
  return toResults([
    [valueAt(startRowIndex, field.sourceColumnOffset), ...values.map(formatName)],
    ...sorted.map(([key, members]) => line(key, members)),
    ...(field.showTotals ? [line('Grand Total', all)] : []),
  ])
}

const DEFAULT_ROW_LIMIT = 3

export function connectedResults({ columns, rowLimit = DEFAULT_ROW_LIMIT }: DataSourceTable): Results {
  const rows = Array.from({ length: rowLimit }, (_, row) => columns.map(() => row + 1))
  return toResults([columns.map(({ name }) => name), ...rows])
}

function toResults(rows: readonly CellValue[][]): Results {
  return rows.map((row) => row.map((value) => (value === '' ? {} : { value })))
}

/** Orders numbers before text, as Google sorts them. */
function compareValues(one: CellValue, other: CellValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === typeof other) return String(one).localeCompare(String(other))
  return typeof one === 'number' ? -1 : 1
}

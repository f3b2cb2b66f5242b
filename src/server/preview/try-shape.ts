import type { ShapeTrial } from '#contract/spreadsheet.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { type Cell, isEmptyCell, rowWidth } from '#domain/copy/cell.ts'
import { columnNames } from '#domain/copy/column-names.ts'
import { type DateKind, dateText } from '#domain/copy/date-text.ts'
import { readErrorText } from '#domain/copy/error-cell.ts'
import { headerRowOf } from '#domain/copy/region.ts'
import { placeColumns } from '#domain/shape/place-columns.ts'
import { shapeOf } from '#domain/shape/shape.ts'
import { shapeRows } from '#domain/shape/shape-rows.ts'
import { parseSources } from '#domain/shape/source-list.ts'
import { namedSources, stackHeaders, stackOf, titleOfSource } from '#domain/shape/stack.ts'
import type { ReadRows } from './keep-first-rows.ts'
import type { FirstRows } from './read-first-rows.ts'

interface Trial {
  spreadsheetId: string
  /** Empty for the first visible tab. */
  tab: string
  startRow: number
  columns: string
  rows: string
  /** Further sources, as text. */
  moreSources: string
  /** The spreadsheet of the target; empty if it is not known yet. */
  targetId: string
  sourceColumn: string
  skipsHidden: boolean
  /** The serial number of the day. */
  today: number
  requestedBy: string
}

const SAMPLES = 3
const FIRST_ROWS = 5
const MAX_TEXT = 80

/** Reads the first rows of the sources, and shows what a shape makes of them. @throws ProviderError, TextProblem */
export async function tryShape(readRows: ReadRows, trial: Trial): Promise<ShapeTrial> {
  const { startRow, columns, rows, skipsHidden, today, requestedBy } = trial
  const own = { sourceSsId: trial.spreadsheetId, sourceSheetName: trial.tab }
  const moreSources = parseSources(trial.moreSources)
  const several = stackOf({ ...own, moreSources, sourceColumn: trial.sourceColumn, whenSourceFails: 'hold' })
  const sources = namedSources({ ...own, moreSources })
  const { parts, isComplete } = await readRows({
    requestedBy,
    sources,
    targetId: trial.targetId,
    startRow,
    skipsHidden,
  })
  const titles = parts.map((part) => (several ? titleOfSource(several, part) : ''))
  const source = several
    ? stacked(parts, { titles, sourceColumn: several.sourceColumn })
    : (parts[0] ?? { header: [], rows: [], hidden: [], kinds: [], columnCount: 0 })
  const { header, kinds, columnCount } = source
  const shape = shapeOf({ startRow, columns, rows, targetCell: 'A1', header: null })
  const placed = placeColumns(shape ?? { columns: [], conditions: [] }, { header, columnCount })
  const found = { columns: columnsIn(source), rows: source.rows.length, is_complete: isComplete }
  if (Array.isArray(placed)) {
    return { ...found, matching_rows: 0, missing: placed.map((column) => column.name), first_rows: [] }
  }
  const firstRow = headerRowOf(startRow) + 1
  const errors = errorsIn(source.rows, firstRow)
  const hidden = new Set(source.hidden.map((at) => firstRow + at))
  const shaped = shapeRows(placed, { rows: source.rows, firstRow, hidden, errors, today })
  const kindAt = (at: number) => kinds[(placed.columns?.[at] ?? at + 1) - 1]
  const firstRows = [placed.header, ...shaped.rows.slice(0, FIRST_ROWS)]
  const width = Math.max(...firstRows.map(rowWidth), placed.columns?.length ?? 0)
  const textsOf = (row: readonly Cell[]) =>
    Array.from({ length: width }, (_, at) => textOf(row[at] ?? null, kindAt(at)))
  return { ...found, matching_rows: shaped.rows.length, missing: [], first_rows: firstRows.map(textsOf) }
}

type Source = Pick<FirstRows, 'header' | 'rows' | 'hidden' | 'kinds' | 'columnCount'>

function stacked(
  parts: readonly FirstRows[],
  { titles, sourceColumn }: { titles: readonly string[]; sourceColumn: string },
): Source {
  const widths = parts.map(({ header, rows }) => ({ header, width: Math.max(0, ...[header, ...rows].map(rowWidth)) }))
  const { header, places } = stackHeaders(widths, sourceColumn)
  const rows = parts.flatMap((part, index) =>
    part.rows.map((row) => {
      const cells = header.map((_, at) => row[(places[index]?.[at] ?? 0) - 1] ?? null)
      return sourceColumn === '' || rowWidth(cells) === 0 ? cells : [titles[index] ?? '', ...cells.slice(1)]
    }),
  )
  const hidden: number[] = []
  let rowsAbove = 0
  for (const part of parts) {
    hidden.push(...part.hidden.map((at) => rowsAbove + at))
    rowsAbove += part.rows.length
  }
  const kinds = header.map((_, at) =>
    parts.map((part, index) => part.kinds[(places[index]?.[at] ?? 0) - 1]).find((kind) => kind !== undefined),
  )
  return { header, rows, hidden, kinds, columnCount: header.length }
}

function columnsIn({ header, rows, kinds }: Source): ShapeTrial['columns'] {
  const width = Math.max(rowWidth(header), ...rows.slice(0, SAMPLES).map(rowWidth))
  const names = columnNames(header, width)
  return names.map((name, at) => ({
    name: isEmptyCell(header[at]) ? columnLetters(at + 1) : name,
    samples: rows.slice(0, SAMPLES).map((row) => textOf(row[at] ?? null, kinds[at])),
  }))
}

/** A text may read like an error; a run asks the provider, a trial need not. */
function errorsIn(rows: readonly (readonly Cell[])[], firstRow: number) {
  return rows.flatMap((row, down) =>
    row.flatMap((cell, at) => (readErrorText(cell) ? [{ row: firstRow + down, column: at + 1 }] : [])),
  )
}

function textOf(cell: Cell, kind: DateKind | undefined): string {
  const text = typeof cell === 'number' && kind ? (dateText(cell, kind) ?? String(cell)) : String(cell ?? '')
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…`
}

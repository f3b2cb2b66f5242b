import type { ShapeTrial } from '#contract/spreadsheet.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { type DateKind, dateText } from '#domain/copy/date-text.ts'
import { readErrorText } from '#domain/copy/error-cell.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import { ValueCounter, type ValueCounts } from '#domain/hand-out/count-values.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { readableNames } from '#domain/recognize/name-finder.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'
import { columnFinder, placeColumns } from '#domain/shape/place-columns.ts'
import { parseShape } from '#domain/shape/shape.ts'
import { compileShape, type RowShaper } from '#domain/shape/shape-rows.ts'
import { createPace, cutIntoSlices, type Pace } from '#engine/pace/pace.ts'
import type { ReadRows } from './sources/keep-first-rows.ts'
import { readTrialSource, type TrialSource, type TrialSources } from './sources/read-trial-source.ts'

interface Trial extends TrialSources {
  columns: string
  rows: string
  /** Name of a column whose values are counted; empty for none. */
  splitBy: string
  /** Serial number of the current day. */
  today: number
  /** Aborted when nobody waits for the response any more. */
  signal: AbortSignal
}

const SAMPLES = 3
const FIRST_ROWS = 5
const MAX_TEXT = 80

/** Reads the first rows of the sources and returns their shaped rows. @throws ProviderError, TextProblem */
export async function tryShape(readRows: ReadRows, trial: Trial): Promise<ShapeTrial> {
  const { startRow, columns, rows, today, requestedBy } = trial
  const pace = createPace({ person: requestedBy, signal: trial.signal })
  const { source, isComplete } = await readTrialSource(readRows, trial, pace)
  const { header, shownHeader, kinds, columnCount } = source
  const shape = parseShape({ startRow, columns, rows, targetCell: 'A1', header: null })
  const placed = placeColumns(shape ?? { columns: [], conditions: [] }, { header, shownHeader, columnCount })
  const found = { columns: columnsIn(source), rows: source.rows.length, is_complete: isComplete }
  if (Array.isArray(placed)) {
    const missing = placed.map((column) => column.name)
    return { ...found, matching_rows: 0, missing, split: null, first_rows: [] }
  }
  const splitColumn = trial.splitBy === '' ? undefined : columnFinder([], source)(trial.splitBy)
  const { matching, firstRows, counts } = await shapeSource(source, {
    firstRow: computeHeaderRow(startRow) + 1,
    shaper: compileShape(placed, { today, locale: source.locale }),
    splitColumn,
    pace,
  })
  const kindAt = (at: number) => kinds[(placed.columns?.[at] ?? at + 1) - 1]
  const shown = [placed.shownHeader, ...firstRows]
  const width = Math.max(...shown.map(rowWidth), placed.columns?.length ?? 0)
  const formatRow = (row: readonly Cell[]) =>
    Array.from({ length: width }, (_, at) => formatCell(row[at] ?? null, kindAt(at)))
  return {
    ...found,
    matching_rows: matching,
    missing: [],
    split: presentSplit(counts),
    first_rows: shown.map(formatRow),
  }
}

function presentSplit(counts: ValueCounts | undefined): ShapeTrial['split'] {
  if (!counts) return null
  const { values, emptyRows, errorRows, first } = counts
  const first_values = first.map(({ value, rows }) => ({ value: shorten(value), rows }))
  return { values, empty_rows: emptyRows, error_rows: errorRows, first_values }
}

interface Shaping {
  /** Row number of the first data row. */
  firstRow: number
  shaper: RowShaper
  /** Number of the column whose values are counted, from 1; undefined for none. */
  splitColumn: number | undefined
  pace: Pace
}

/** Counts the rows a shape keeps, and returns the first of them. */
async function shapeSource(source: TrialSource, { firstRow, shaper, splitColumn, pace }: Shaping) {
  const counter = splitColumn === undefined ? undefined : new ValueCounter(source.locale)
  const hidden = new Set(source.hidden.map((at) => firstRow + at))
  const firstRows: (readonly Cell[])[] = []
  let matching = 0
  for await (const { at, rows } of cutIntoSlices(source.rows, pace)) {
    const sliceRow = firstRow + at
    const shaped = shaper.shapeRows({ rows, firstRow: sliceRow, hidden, errors: errorsIn(rows, sliceRow) })
    matching += shaped.rows.length
    for (const place of shaped.places) {
      const cells = rows[place - sliceRow] ?? []
      if (splitColumn !== undefined && rowWidth(cells) > 0) counter?.add(cells[splitColumn - 1] ?? null)
    }
    firstRows.push(...shaped.rows.slice(0, FIRST_ROWS - firstRows.length))
  }
  return { matching, firstRows, counts: counter?.end() }
}

function columnsIn({ header, shownHeader, rows, kinds }: TrialSource): ShapeTrial['columns'] {
  const width = Math.max(rowWidth(header), ...rows.slice(0, SAMPLES).map(rowWidth))
  const names = readableNames(columnNames(shownHeader, width))
  return names.map((name, at) => ({
    name: isBlank(header[at]) ? columnLetters(at + 1) : name,
    samples: rows.slice(0, SAMPLES).map((row) => formatCell(row[at] ?? null, kinds[at])),
  }))
}

/**
 * Finds cells that look like errors. Text may also look like an error. A run asks the provider about it; a trial does not need
 * to.
 */
function errorsIn(rows: readonly (readonly Cell[])[], firstRow: number) {
  return rows.flatMap((row, down) =>
    row.flatMap((cell, at) => (readErrorText(cell) ? [{ row: firstRow + down, column: at + 1 }] : [])),
  )
}

function formatCell(cell: Cell, kind: DateKind | undefined): string {
  return shorten(typeof cell === 'number' && kind ? (dateText(cell, kind) ?? String(cell)) : String(cell ?? ''))
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…`
}

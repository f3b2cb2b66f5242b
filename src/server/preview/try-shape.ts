import type { ShapeTrial } from '#contract/spreadsheet.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { type DateKind, dateText } from '#domain/copy/date-text.ts'
import { readErrorText } from '#domain/copy/error-cell.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import { ValueCounter, type ValueCounts } from '#domain/hand-out/count-values.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import { readableNames } from '#domain/recognize/name-finder.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'
import { columnFinder, placeColumns } from '#domain/shape/place-columns.ts'
import { parseShape } from '#domain/shape/shape.ts'
import { compileShape, type RowShaper } from '#domain/shape/shape-rows.ts'
import { parseSources } from '#domain/shape/source-list.ts'
import {
  namedSources,
  type PartHeader,
  parseStack,
  shownStack,
  stackHeaders,
  titleOfSource,
} from '#domain/shape/stack.ts'
import { createPace, cutIntoSlices, type Pace } from '#server/pace/pace.ts'
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
  /** A column whose values are counted; empty for none. */
  splitBy: string
  /** The serial number of the day. */
  today: number
  requestedBy: string
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}

const SAMPLES = 3
const FIRST_ROWS = 5
const MAX_TEXT = 80

/** Reads the first rows of the sources, and shows what a shape makes of them. @throws ProviderError, TextProblem */
export async function tryShape(readRows: ReadRows, trial: Trial): Promise<ShapeTrial> {
  const { startRow, columns, rows, skipsHidden, today, requestedBy } = trial
  const own = { sourceSsId: trial.spreadsheetId, sourceSheetName: trial.tab }
  const moreSources = parseSources(trial.moreSources)
  const several = parseStack({ ...own, moreSources, sourceColumn: trial.sourceColumn, whenSourceFails: 'hold' })
  const sources = namedSources({ ...own, moreSources })
  const { parts, isComplete } = await readRows({
    requestedBy,
    sources,
    targetId: trial.targetId,
    startRow,
    skipsHidden,
  })
  const pace = createPace({ person: requestedBy, signal: trial.signal })
  const titles = parts.map((part) => (several ? titleOfSource(several, part) : ''))
  const source = several
    ? await stackParts(parts, { titles, sourceColumn: several.sourceColumn, pace })
    : (parts[0] ?? NO_SOURCE)
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

type Source = Pick<FirstRows, 'locale' | 'header' | 'shownHeader' | 'rows' | 'hidden' | 'kinds' | 'columnCount'>

const NO_SOURCE: Source = {
  locale: DEFAULT_LOCALE,
  header: [],
  shownHeader: [],
  rows: [],
  hidden: [],
  kinds: [],
  columnCount: 0,
}

function presentSplit(counts: ValueCounts | undefined): ShapeTrial['split'] {
  if (!counts) return null
  const { values, emptyRows, errorRows, first } = counts
  const first_values = first.map(({ value, rows }) => ({ value: shorten(value), rows }))
  return { values, empty_rows: emptyRows, error_rows: errorRows, first_values }
}

interface Shaping {
  /** The row number of the first data row. */
  firstRow: number
  shaper: RowShaper
  /** The column whose values are counted, from 1; undefined for none. */
  splitColumn: number | undefined
  pace: Pace
}

/** How many rows a shape keeps, and the first of them. */
async function shapeSource(source: Source, { firstRow, shaper, splitColumn, pace }: Shaping) {
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

interface Stacking {
  titles: readonly string[]
  sourceColumn: string
  pace: Pace
}

async function stackParts(parts: readonly FirstRows[], { titles, sourceColumn, pace }: Stacking): Promise<Source> {
  const headers: PartHeader[] = []
  for (const { header, shownHeader, rows } of parts)
    headers.push({ header, shownHeader, width: await measureWidth([header, ...rows], pace) })
  const { places, ...columns } = stackHeaders(headers, sourceColumn)
  const { header } = columns
  const rows: Cell[][] = []
  const hidden: number[] = []
  for (const [index, part] of parts.entries()) {
    hidden.push(...part.hidden.map((at) => rows.length + at))
    for await (const slice of cutIntoSlices(part.rows, pace)) {
      for (const row of slice.rows) {
        const cells = header.map((_, at) => row[(places[index]?.[at] ?? 0) - 1] ?? null)
        const hasTitle = sourceColumn !== '' && rowWidth(cells) > 0
        rows.push(hasTitle ? [titles[index] ?? '', ...cells.slice(1)] : cells)
      }
    }
  }
  const kinds = header.map((_, at) =>
    parts.map((part, index) => part.kinds[(places[index]?.[at] ?? 0) - 1]).find((kind) => kind !== undefined),
  )
  const { locale = DEFAULT_LOCALE } = parts[0] ?? {}
  return { locale, header, shownHeader: shownStack(columns), rows, hidden, kinds, columnCount: header.length }
}

async function measureWidth(rows: readonly (readonly Cell[])[], pace: Pace): Promise<number> {
  let width = 0
  for await (const slice of cutIntoSlices(rows, pace)) width = Math.max(width, ...slice.rows.map(rowWidth))
  return width
}

function columnsIn({ header, shownHeader, rows, kinds }: Source): ShapeTrial['columns'] {
  const width = Math.max(rowWidth(header), ...rows.slice(0, SAMPLES).map(rowWidth))
  const names = readableNames(columnNames(shownHeader, width))
  return names.map((name, at) => ({
    name: isBlank(header[at]) ? columnLetters(at + 1) : name,
    samples: rows.slice(0, SAMPLES).map((row) => formatCell(row[at] ?? null, kinds[at])),
  }))
}

/** A text may read like an error; a run asks the provider, a trial need not. */
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

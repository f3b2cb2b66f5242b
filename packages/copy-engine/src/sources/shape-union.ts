import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { computeHeaderRow, firstDataRowIn } from '#domain/copy/region.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { placeColumns } from '#domain/shape/place-columns.ts'
import { compileShape } from '#domain/shape/shape-rows.ts'
import { displayHeader, type UnionColumns } from '#domain/shape/union.ts'
import { addErrors } from '#engine/compare/error-cells.ts'
import type { SettledRows } from '#engine/compare/read-settled-rows.ts'
import { cellsLeftOf, measure, type Reading } from '#engine/compare/read-shaped.ts'
import { createPace } from '#engine/pace/pace.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { SourceDigests } from '#engine/tabs/copy-memory.ts'

/** Several sources below each other, as a single source. Columns count from 1. */
export interface UnionSource extends UnionColumns {
  /** A digest of all sources. */
  digest: string
  parts: readonly UnionPart[]
}

interface UnionPart {
  /** Names the source in messages and in its column. */
  title: string
  /** The locale of its spreadsheet. */
  locale: string
  /** The column of the source for each column of the union. */
  places: readonly (number | undefined)[]
  /** Data rows; rows after `lastRow` are empty. */
  rows: AsyncIterable<Cell[][]>
  lastRow: number
  /** The numbers of hidden rows, which are left out. */
  hidden?: readonly number[] | undefined
  /** Error cells at their places in the source. */
  errors: SettledRows['errors']
  /** Row numbers in the tab, from the first data row on, if other rows are between them. The source needs no title then. */
  rowNumbers?: readonly number[] | undefined
}

/** Yields the target's data rows, block by block, shaped from several sources that were read before. */
export async function* shapeUnion(reading: Reading & { union: UnionSource }): AsyncGenerator<Cell[][]> {
  const { shape, comparison, tempFiles, union, job, errors } = reading
  const { leftCells, leftHeader, findLeftCells } = cellsLeftOf(shape)
  const placed = placeIn(reading)
  const pace = createPace()
  comparison.read = buildDigests(comparison.read, union)
  comparison.header = [...leftHeader, ...placed.header]
  comparison.shownHeader = [...leftHeader, ...placed.shownHeader]
  let targetRow = firstDataRowIn(shape.region)
  let rowsAbove = 0
  for (const part of union.parts) {
    let firstRow = computeHeaderRow(job.startRow) + 1
    const hidden = new Set(part.hidden)
    const shaper = compileShape(placed, { today: shape.today, locale: part.locale })
    for await (const block of part.rows) {
      const read = block.slice(0, Math.max(0, part.lastRow - firstRow + 1))
      if (read.length === 0) break
      await pace(read.length)
      const rows = read.map((row) => part.places.map((column) => (column ? (row[column - 1] ?? null) : null)))
      // Leave out the title in rows without values. Otherwise they would count as filled.
      if (job.union?.sourceColumn) for (const row of rows) if (rowWidth(row) > 0) row[0] = part.title
      const shaped = shaper.shapeRows({
        rows,
        firstRow,
        hidden,
        errors: errorsIn(part, { firstRow, count: read.length }),
      })
      const inSource = findSource(part, job)
      addErrors(comparison.errors, shaped.errors.map(inSource))
      addErrors(comparison.shaped.undecided, shaped.undecided.map(inSource))
      comparison.shaped.unread.add(shaped.unread, {
        ...placed,
        shaper,
        toPlace: (text) => inSource({ ...text, own: part.places[text.column - 1] ?? text.column }),
      })
      for (const { shapedRow, shapedColumns, cell } of shaped.errors)
        for (const column of shapedColumns)
          errors.push({ row: targetRow + shapedRow, column: leftCells.length + column, cell })
      const made = shaped.rows.map((row) => [...findLeftCells(row), ...row])
      measure(comparison, { rows: made, firstRow: targetRow, isWhole: placed.columns === undefined })
      const above = rowsAbove
      reading.onShaped?.(
        made,
        shaped.places.map((row) => above + row),
      )
      await tempFiles.rows.append(made)
      targetRow += made.length
      firstRow += block.length
      yield made
    }
    rowsAbove += part.lastRow
  }
  const copied = placed.columns ?? union.header.map((_, at) => at + 1)
  comparison.width = Math.max(comparison.width, rowWidth(comparison.header))
  comparison.shaped.origins = [...leftCells.map(() => undefined), ...copied]
}

/** Finds the place of a cell in its source. Rows are numbered as if all sources were below each other in a single tab. */
export function placeInUnion(
  parts: readonly UnionPart[],
  { row, columns }: { row: number; columns: readonly number[] },
): { row: number; column: number; source: string } {
  const [part, ...others] = parts
  if (!part) throw new Error(`No source has row ${row}`)
  if (row > part.lastRow && others.length > 0) return placeInUnion(others, { row: row - part.lastRow, columns })
  const [column = 1] = columns.flatMap((each) => part.places[each - 1] ?? [])
  return { row, column, source: part.title }
}

/** @throws ProviderError source_column_missing */
function placeIn({ shape, union, source }: Reading & { union: UnionSource }) {
  const { header } = union
  const placed = placeColumns(shape, { header, shownHeader: displayHeader(union), columnCount: header.length })
  if (!Array.isArray(placed)) return placed
  const file = { ...pickFileFacts(source.spreadsheet), end: 'source' as const }
  throw new ProviderError({ cause: 'source_column_missing', file, tab: source.tab.title, columns: placed })
}

function buildDigests({ blockRows }: SourceDigests, { digest }: UnionSource): SourceDigests {
  return { blockRows, header: digest, digests: [], bytes: [], rows: [], widths: [] }
}

/** The error cells of a block, at their columns in the union. */
function errorsIn({ errors, places }: UnionPart, { firstRow, count }: { firstRow: number; count: number }) {
  return errors
    .filter(({ row }) => row >= firstRow && row < firstRow + count)
    .map((error) => ({ ...error, own: error.column, column: places.indexOf(error.column) + 1 }))
}

/** Names cells by their places in a source. */
function findSource({ title, rowNumbers }: UnionPart, { startRow }: { startRow: number }) {
  const firstRow = computeHeaderRow(startRow) + 1
  return ({ row, own: column, cell }: { row: number; own: number; cell: Cell }) => {
    return rowNumbers ? { row: rowNumbers[row - firstRow] ?? row, column, cell } : { row, column, cell, source: title }
  }
}

import type { TabRange } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { isSameRow } from '#domain/copy/error-cell.ts'
import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import { RowsText } from '#domain/copy/rows-text.ts'
import { MAX_COLUMNS, pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { requestError } from '#engine/provider-error.ts'
import type { CellsRead, CellsRef, ValuesRead, ValuesRef } from '#engine/workbook.ts'
import type { ReadPart, ReadSizes } from './read-sizes.ts'
import { ReadTooHeavy } from './read-too-heavy.ts'

interface PartReader<Ref, Result> {
  sizes: ReadSizes
  read(part: ReadPart<Ref>): Promise<Result>
}

/** Reads the values of a range, in several parts if a single read would be too large. @throws ProviderError rows_shifted */
export async function readValuesInParts(
  ref: ValuesRef,
  reader: PartReader<ValuesRef, ValuesRead>,
): Promise<ValuesRead> {
  const findGrid = ({ inGrid }: ValuesRead, asked: TabRange): Grid => ({
    lastRow: inGrid && inGrid.lastRow < asked.lastRow ? inGrid.lastRow : undefined,
  })
  const parts = await readParts(ref, { ...reader, repeatsRow: true, findGrid })
  const [first, ...others] = parts
  if (others.length === 0) return first.result
  const rows: Cell[][] = []
  for (const { result, firstRow, isRepeated } of parts) {
    const at = firstRow - ref.range.firstRow
    const isShifted = isRepeated && !isSameRow(rows[at] ?? [], result.rows[0] ?? [])
    if (isShifted) throw requestError({ reason: 'rows_shifted', about: { file: pickFileFacts(ref.spreadsheet) } })
    placeRows(rows, { at, read: result.rows })
  }
  const last = parts.at(-1)?.result.inGrid
  const { inGrid } = first.result
  return {
    rows,
    text: new RowsText(JSON.stringify(rows)),
    bytes: sumBytes(parts),
    inGrid: inGrid && last && { ...inGrid, lastRow: last.lastRow },
    ...(first.result.hidden && { hidden: [...new Set(parts.flatMap(({ result }) => result.hidden ?? []))] }),
  }
}

/** Reads facts about cells in parts, without a repeated row to check whether rows have shifted. */
export async function readCellsInParts<Fact>(
  ref: CellsRef,
  reader: PartReader<CellsRef, CellsRead<Fact>>,
): Promise<CellsRead<Fact>> {
  const findGrid = ({ spreadsheet: { tabs } }: CellsRead<Fact>): Grid => ({
    lastRow: tabs[0]?.rowCount,
    lastColumn: tabs[0]?.columnCount,
  })
  const parts = await readParts(ref, { ...reader, repeatsRow: false, findGrid })
  const [first, ...others] = parts
  if (others.length === 0) return first.result
  const rows: Fact[][] = []
  for (const { result, firstRow } of parts) placeRows(rows, { at: firstRow - ref.range.firstRow, read: result.rows })
  return { ...first.result, rows, bytes: sumBytes(parts) }
}

/** End of the grid, as far as a read shows it. */
interface Grid {
  lastRow?: number | undefined
  lastColumn?: number | undefined
}

interface Part<Result> {
  firstRow: number
  /** Whether the part's first row is the last row of the part above. */
  isRepeated: boolean
  result: Result
}

interface PartsOptions<Ref, Result> extends PartReader<Ref, Result> {
  /** Begins each part except the first with the last row of the part above, a row inside the grid. */
  repeatsRow: boolean
  findGrid(result: Result, asked: TabRange): Grid
}

/** Columns assumed for a tab of unknown width. */
const USUAL_COLUMNS = 26

async function readParts<Ref extends { spreadsheet: Pick<SpreadsheetFile, 'id'>; range: TabRange }, Result>(
  ref: Ref,
  { sizes, read, repeatsRow, findGrid }: PartsOptions<Ref, Result>,
): Promise<[Part<Result>, ...Part<Result>[]]> {
  const { range, spreadsheet } = ref
  const { id } = spreadsheet
  let { lastRow } = range
  let columns = range.lastColumn >= MAX_COLUMNS ? USUAL_COLUMNS : range.lastColumn - range.firstColumn + 1
  const readOne = async (above: Part<Result> | undefined, next: number) => {
    for (;;) {
      const maxRows = sizes.rowsFor(id, columns)
      const isRepeated = repeatsRow && above !== undefined && maxRows > 1
      const firstRow = isRepeated ? next - 1 : next
      const asked = { ...range, firstRow, lastRow: Math.min(lastRow, firstRow + maxRows - 1) }
      const rows = asked.lastRow - firstRow + 1
      const canShrink = rows > 1 && sizes.canShrink(id, rows * columns)
      try {
        const result = await read({ ...ref, range: asked, canShrink })
        sizes.succeeded(id, rows * columns)
        const grid = findGrid(result, asked)
        lastRow = Math.min(lastRow, grid.lastRow ?? lastRow)
        columns = Math.min(range.lastColumn, grid.lastColumn ?? range.firstColumn + columns - 1) - range.firstColumn + 1
        return { part: { firstRow, isRepeated, result }, next: asked.lastRow + 1 }
      } catch (error) {
        if (!(error instanceof ReadTooHeavy)) throw error
        sizes.refused(id, rows * columns)
      }
    }
  }
  let { part, next } = await readOne(undefined, range.firstRow)
  const parts: [Part<Result>, ...Part<Result>[]] = [part]
  while (next <= lastRow) {
    ;({ part, next } = await readOne(part, next))
    parts.push(part)
  }
  return parts
}

interface PlacedRows<Item> {
  /** Index of the first row, counted from 0. */
  at: number
  read: readonly Item[][]
}

/** Places the rows of a part. A part omits empty rows at its end, so add them before the next part. */
function placeRows<Item>(rows: Item[][], { at, read }: PlacedRows<Item>): void {
  if (read.length === 0) return
  while (rows.length < at) rows.push([])
  for (const [down, row] of read.entries()) rows[at + down] = row
}

function sumBytes(parts: readonly Part<{ bytes: number }>[]): number {
  return parts.reduce((sum, { result }) => sum + result.bytes, 0)
}

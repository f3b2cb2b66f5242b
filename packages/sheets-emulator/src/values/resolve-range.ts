import { type GoogleError, invalidArgument } from '../google-error.ts'
import type { BoundedBox, CellBox } from '../store/box.ts'
import { findSheetByTitle, type Sheet } from '../store/sheets.ts'
import { formatRange, parseCells } from './a1.ts'

/** A range on a tab, not checked against the tab's grid yet. */
export interface SheetRange {
  sheet: Sheet
  box: CellBox
}

/** A range within its tab's grid. */
export interface GridRange {
  sheet: Sheet
  box: BoundedBox
}

/**
 * Resolves a range in A1 notation. Text that reads as cells, such as `ENT1`, means cells of the first visible tab unless
 * it is quoted; any other text without `!` is the title of a tab.
 * @throws GoogleError `Unable to parse range: …` with the text as sent.
 * @see https://developers.google.com/workspace/sheets/api/guides/concepts#cell
 */
export function resolveRange(sheets: readonly Sheet[], text: string): SheetRange {
  const { title, cells } = splitRange(text)
  const sheet = title === undefined ? firstVisible(sheets) : findSheetByTitle(sheets, title)
  const box = cells === undefined ? { startRow: 0, startColumn: 0 } : parseCells(cells)
  if (!sheet || !box || sheet.type !== 'GRID') throw invalidArgument(`Unable to parse range: ${text}`)
  return { sheet, box }
}

function firstVisible(sheets: readonly Sheet[]): Sheet | undefined {
  return sheets.find((sheet) => !sheet.look.hidden) ?? sheets[0]
}

function splitRange(text: string): { title?: string; cells?: string } {
  const quoted = /^'((?:[^']|'')*)'(?:!(.*))?$/s.exec(text)
  if (quoted) {
    const title = (quoted[1] ?? '').replaceAll("''", "'")
    return quoted[2] === undefined ? { title } : { title, cells: quoted[2] }
  }
  const mark = text.lastIndexOf('!')
  if (mark >= 0) return { title: text.slice(0, mark), cells: text.slice(mark + 1) }
  return parseCells(text) ? { cells: text } : { title: text }
}

/**
 * Limits the range to the grid.
 * @throws GoogleError `Range (…) exceeds grid limits. …` when the range starts outside the grid.
 */
export function clampToGrid({ sheet, box }: SheetRange): GridRange {
  const { rowCount, columnCount } = sheet
  if (box.startRow >= rowCount || box.startColumn >= columnCount) throw exceedsGrid({ sheet, box })
  return {
    sheet,
    box: {
      ...box,
      endRow: Math.min(box.endRow ?? rowCount, rowCount),
      endColumn: Math.min(box.endColumn ?? columnCount, columnCount),
    },
  }
}

/** @throws GoogleError `Range (…) exceeds grid limits. …` unless the grid has the whole range. */
export function requireInGrid({ sheet, box }: SheetRange): void {
  const { rowCount, columnCount } = sheet
  if ((box.endRow ?? 0) > rowCount || (box.endColumn ?? 0) > columnCount) throw exceedsGrid({ sheet, box })
}

function exceedsGrid({ sheet, box }: SheetRange): GoogleError {
  const { title, rowCount, columnCount } = sheet
  return invalidArgument(
    `Range (${formatRange(title, box)}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`,
  )
}

export function isSingleCell(box: CellBox): boolean {
  return box.endRow === box.startRow + 1 && box.endColumn === box.startColumn + 1
}

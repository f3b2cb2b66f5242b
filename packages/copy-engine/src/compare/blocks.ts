import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import type { RowsText } from '#domain/copy/rows-text.ts'
import { digestOf, NO_DIGEST } from '#engine/tabs/copy-memory.ts'
import type { Window } from './read-rows.ts'

/** Row 1 is the header. */
export const FIRST_DATA_ROW = 2

/** Source rows to compare and remember together. */
export interface Block {
  /** Number of the block, counted from 0. */
  index: number
  window: Window
  /** Data rows of the window as JSON, padded with empty rows. Row 1 is left out because it is copied as the header. */
  json: string
  digest: string
  /** Size of the filled rows as JSON. */
  bytes: number
}

interface BlockOptions {
  window: Window
  /** Rows from the window's first row to the last filled row, as received if the text is known. */
  rows: readonly Cell[][] | RowsText
  /** The numbers of hidden rows, if they were asked for. */
  hidden?: readonly number[] | undefined
  /** Whether no further rows are read. */
  isLast: boolean
  /** The first row to copy. */
  startRow: number
  blockRows: number
}

/** Splits rows into blocks: a block starts every `blockRows` rows from `startRow` on. */
export function splitIntoBlocks({ window, rows, hidden, isLast, startRow, blockRows }: BlockOptions): Block[] {
  const blocks: Block[] = []
  for (let row = Math.max(window.firstRow, startRow); row <= window.lastRow; ) {
    const index = Math.floor((row - startRow) / blockRows)
    const blockStart = startRow + index * blockRows
    const blockEnd = blockStart + blockRows - 1
    const part = { firstRow: row, lastRow: Math.min(blockEnd, window.lastRow) }
    const dataRows = { first: Math.max(row, FIRST_DATA_ROW) - window.firstRow, end: part.lastRow - window.firstRow + 1 }
    const { text, count } = 'json' in rows ? pickText(rows, dataRows) : asJson(rows, dataRows)
    const isWhole = row === blockStart && (part.lastRow === blockEnd || isLast)
    const hiddenText = textOfHidden(hidden, { firstRow: window.firstRow + dataRows.first, count })
    const json = padded(text, { count, rowCount: dataRows.end - dataRows.first })
    blocks.push({
      index,
      window: part,
      json,
      digest: isWhole ? digestOf(text + hiddenText) : NO_DIGEST,
      bytes: text.length,
    })
    row = part.lastRow + 1
  }
  return blocks
}

interface RowRange {
  /** Index of the first row, counted from 0. */
  first: number
  end: number
}

/** The rows up to the last filled row as JSON. */
function asJson(rows: readonly Cell[][], { first, end }: RowRange): { text: string; count: number } {
  const read = rows.slice(first, end)
  const filled = read.slice(0, read.findLastIndex((row) => rowWidth(row) > 0) + 1)
  return { text: JSON.stringify(filled), count: filled.length }
}

function pickText(rows: RowsText, { first, end }: RowRange): { text: string; count: number } {
  return { text: rows.slice(first, end), count: rows.countFilled(first, end) }
}

/** Builds text that changes with the set of hidden filled rows; empty if none is hidden. */
function textOfHidden(
  hidden: readonly number[] = [],
  { firstRow, count }: { firstRow: number; count: number },
): string {
  const places = hidden.flatMap((row) => (row >= firstRow && row < firstRow + count ? [row - firstRow] : []))
  return places.length === 0 ? '' : JSON.stringify(places)
}

/** Appends empty rows until the JSON has `rowCount` rows. */
function padded(text: string, { count, rowCount }: { count: number; rowCount: number }): string {
  if (count >= rowCount) return text
  const padding = Array(rowCount - count)
    .fill('[]')
    .join(',')
  return count === 0 ? `[${padding}]` : `${text.slice(0, -1)},${padding}]`
}

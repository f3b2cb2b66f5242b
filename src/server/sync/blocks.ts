import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { digestOf, NO_DIGEST } from './copy-memory.ts'
import type { Window } from './read-rows.ts'

/** Rows of the source that are compared and remembered together. */
export interface Block {
  /** Counted from 0. */
  index: number
  window: Window
  /** As many data rows as the window has, as JSON. Row 1 is no data row: it is copied as the header. */
  json: string
  digest: string
  /** The size of its filled rows as JSON. */
  bytes: number
}

interface BlockOptions {
  window: Window
  /** From the window's first row to the last one that is not empty. */
  rows: readonly Cell[][]
  /** Whether no further rows are read. */
  isLast: boolean
  /** The first row to copy. */
  startRow: number
  blockRows: number
}

/** Splits what was read into blocks, which start every `blockRows` rows from `startRow`. */
export function splitIntoBlocks({ window, rows, isLast, startRow, blockRows }: BlockOptions): Block[] {
  const blocks: Block[] = []
  for (let row = Math.max(window.firstRow, startRow); row <= window.lastRow; ) {
    const index = Math.floor((row - startRow) / blockRows)
    const blockStart = startRow + index * blockRows
    const blockEnd = blockStart + blockRows - 1
    const part = { firstRow: row, lastRow: Math.min(blockEnd, window.lastRow) }
    const read = rows.slice(row - window.firstRow, part.lastRow - window.firstRow + 1)
    const { text, json } = asJson(row === 1 ? read.slice(1) : read, part.lastRow - Math.max(row, 2) + 1)
    const isWhole = row === blockStart && (part.lastRow === blockEnd || isLast)
    blocks.push({ index, window: part, json, digest: isWhole ? digestOf(text) : NO_DIGEST, bytes: text.length })
    row = part.lastRow + 1
  }
  return blocks
}

/** The rows up to the last one that is not empty as JSON, and the same with empty rows to make `rowCount`. */
function asJson(rows: readonly Cell[][], rowCount: number): { text: string; json: string } {
  const filled = rows.slice(0, rows.findLastIndex((row) => rowWidth(row) > 0) + 1)
  const text = JSON.stringify(filled)
  const missing = rowCount - filled.length
  if (missing <= 0) return { text, json: text }
  const padding = Array(missing).fill('[]').join(',')
  return { text, json: filled.length === 0 ? `[${padding}]` : `${text.slice(0, -1)},${padding}]` }
}

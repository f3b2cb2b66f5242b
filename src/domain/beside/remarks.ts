import { type Entered, isEmptyEntry, isFormula } from '#domain/copy/entered.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'
import type { RowFates } from './match-rows.ts'

/** A cell beside a region, as a person entered it. */
export interface CellBeside {
  entered: Entered | undefined
  note: string
  /** Whether a pivot table or a connected table begins in the cell. */
  isTable?: boolean
}

/** A cell people filled beside a row of a region. Row and column count from 1. */
export interface Remark {
  row: number
  column: number
  text: string
  /** New place of its row; undefined if the source no longer has the row. */
  toRow?: number
}

interface ReadCells {
  /** The first row and column read. */
  row: number
  column: number
  rows: readonly (readonly CellBeside[])[]
  isBeside(column: number): boolean
}

/**
 * Finds remarks beside moved or removed rows, from top to bottom. A moved row with an equal remark at its new place loses
 * nothing, so the remark is left out.
 */
export function findRemarks(
  { row: firstRow, column: firstColumn, rows, isBeside }: ReadCells,
  fates: RowFates,
): Remark[] {
  const gone = new Set(fates.gone)
  const textAt = (row: number, right: number) => {
    const cell = rows[row - firstRow]?.[right]
    return cell ? remarkIn(cell) : ''
  }
  return rows.flatMap((cells, down) => {
    const row = firstRow + down
    const toRow = fates.moved.get(row)
    if (toRow === undefined && !gone.has(row)) return []
    return cells.flatMap((cell, right) => {
      const column = firstColumn + right
      const text = isBeside(column) ? remarkIn(cell) : ''
      const isKept = toRow !== undefined && textAt(toRow, right) === text
      if (text === '' || isKept) return []
      return [{ row, column, text, ...(toRow !== undefined && { toRow }) }]
    })
  })
}

/** Counts cells with a value, a formula or a note. */
export function countFilled(cells: readonly CellBeside[]): number {
  return cells.filter(({ entered, note }) => note !== '' || !isEmptyEntry(entered)).length
}

/** Text of a remark or a note; empty for a formula and for an unchecked checkbox. */
function remarkIn({ entered = null, note }: CellBeside): string {
  const isRemark = !isFormula(entered) && !isBlank(entered) && entered !== false
  return isRemark ? String(entered) : note.trim()
}

import type { Cell } from './cell.ts'

const ERROR_VALUES: ReadonlySet<Cell> = new Set([
  '#REF!',
  '#N/A',
  '#VALUE!',
  '#DIV/0!',
  '#NAME?',
  '#NUM!',
  '#NULL!',
  '#ERROR!',
])

/** A formula that failed; the API gives its name as text. */
export function isErrorValue(cell: Cell): boolean {
  return ERROR_VALUES.has(cell)
}

/** A formula that has not finished, such as an IMPORTRANGE: its value is not known yet. */
export function isStillLoading(cell: Cell): boolean {
  return cell === 'Loading...'
}

const LARGEST_UNNOTICED_LOSS_ROWS = 100

interface SourceSize {
  rows: number
  /** Rows at the last success, when there was one. */
  lastRows: number | undefined
  /** A person looked and wants the copy anyway. */
  allowShrink: boolean
}

/**
 * Why a source must not be copied without a person's word, or undefined when it may be.
 * An emptied or halved source is more often an accident than an intention, and copying it would spread the accident.
 */
export function reasonToHold({ rows, lastRows, allowShrink }: SourceSize): string | undefined {
  if (allowShrink) return undefined
  if (rows === 0) return 'The source has no data rows.'
  if (lastRows === undefined) return undefined
  const lost = lastRows - rows
  if (lost <= LARGEST_UNNOTICED_LOSS_ROWS || rows * 2 >= lastRows) return undefined
  return `The source shrank from ${lastRows} to ${rows} rows since the last success.`
}

import { countOf } from '#domain/count-of.ts'
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

/** The result of a failed formula, which the API returns as text. */
export function isErrorValue(cell: Cell): boolean {
  return ERROR_VALUES.has(cell)
}

/** A formula that has not finished loading, such as an IMPORTRANGE. */
export function isStillLoading(cell: Cell): boolean {
  return cell === 'Loading...'
}

const MAX_UNCHECKED_LOSS_ROWS = 100

interface SourceSize {
  rows: number
  /** Rows at the last successful run; undefined if there was none. */
  lastRows: number | undefined
  /** A user has checked the source and chosen to copy it anyway. */
  allowShrink: boolean
}

/**
 * Why a user must confirm before the source is copied; undefined if nobody needs to.
 * An emptied or halved source is more often a mistake than intended, and copying it would spread the mistake.
 */
export function reasonToHold({ rows, lastRows, allowShrink }: SourceSize): string | undefined {
  if (allowShrink) return undefined
  if (rows === 0) return 'The source has no data rows.'
  if (lastRows === undefined) return undefined
  const lost = lastRows - rows
  if (lost <= MAX_UNCHECKED_LOSS_ROWS || rows * 2 >= lastRows) return undefined
  return `The source shrank from ${countOf(lastRows, 'row')} to ${countOf(rows, 'row')} since the last successful run.`
}

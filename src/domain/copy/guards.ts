import { countOf } from '#domain/count-of.ts'

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

interface ErrorCells {
  errorCells: number
  /** At the last run; undefined if there was none. */
  lastErrorCells: number | undefined
  /** Data rows of the source. */
  rows: number
}

const MIN_NEW_ERRORS = 10
const MIN_NEW_ERRORS_PER_ROW = 0.1

/**
 * Whether so many cells became errors since the last run that the source's formulas may not have finished. Google shows
 * errors for a while when nobody has had the spreadsheet open.
 */
export function hasErrorJump({ errorCells, lastErrorCells, rows }: ErrorCells): boolean {
  if (lastErrorCells === undefined) return false
  const added = errorCells - lastErrorCells
  return added >= Math.max(MIN_NEW_ERRORS, rows * MIN_NEW_ERRORS_PER_ROW) && errorCells > 2 * lastErrorCells
}
